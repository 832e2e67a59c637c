import Foundation
import MYKEYWalletLib

// swift-format-ignore
/// The samples of the document, letter for letter; `samples.swift.txt` has them as they stand there.
final class Samples: Screen {
    func initWithVariable(UUID: some CustomStringConvertible) {
        let initData = InitRequest()
        initData.appKey = "xxxx"
        initData.dappName = "DappNameA"
        initData.dappIcon = "https:.../xx.png"
        initData.UUID = UUID
        initData.scheme = "demoscheme"
        initData.disableInstall = true
        MYKEYWallet.shared.initWallet(initData: initData)
    }

    func handle(url: URL) {
        MYKEYWallet.shared.handleUrl(url: url)
    }

    func initWithText() {
        let initData = InitRequest()
        initData.appKey = "xxxx"
        initData.dappName = "DappNameA"
        initData.dappIcon = "https:.../xx.png"
        initData.UUID = "uuidxxxxx"
        initData.scheme = "demoscheme"
        initData.disableInstall = true
        MYKEYWallet.shared.initWallet(initData: initData)
    }

    func initSimple() {
        let initSimpleData = InitSimpleRequest()
        initSimpleData.dappName = "DappNameA"
        initSimpleData.dappIcon = "hhttps:.../xx.png"
        initSimpleData.scheme = "demoscheme"
        initSimpleData.disableInstall = true
        MYKEYWallet.shared.initWalletSimple(initSimpleData: initSimpleData)
    }

    func authorize() {
        let authorizeRequest = AuthorizeRequest()
        authorizeRequest.userName = "uchihamadara"
        authorizeRequest.info = "Test information"
        // param：{"protocol": "", "version": "", "dapp_key": "", "uuID": "", "public_key": "", "sign": "", "ref": "", "timestamp": "", "account": ""}
        // return: same as SimpleWallet {"code": [0-2], "message": ""}
        authorizeRequest.callbackUrl = "https://dappserver.xxx.url"

        MYKEYWallet.shared.authorize(authorizeRequest: authorizeRequest, response: MYKEYResponse.init(success: { (response) in
            self.view.makeToast("success")
        }, failure: { (errorValue) in
            self.view.makeToast("failure")
        }, cancelled: {
            self.view.makeToast("cancelled")
        }))
    }

    func transfer() {
        let transferData = TransferData()
        transferData.from = "mykeyhulu525"
        transferData.to = "madaraxliang"
        transferData.quantity = "1.31 EOS"
        transferData.memo = "transfer-memo"

        let transferActionData = TransferAction()
        transferActionData.account = "eosio.token"
        transferActionData.name = WalletActionConstants.TRANSFER.rawValue
        transferActionData.info = "contract-transfer-info"
        transferActionData.data = transferData

        let contractActionData = ContractAction()
        contractActionData.account = "eosio"
        contractActionData.name = "buyram"
        contractActionData.info = "contract-contract-info"
        contractActionData.data = ["payer":"mykeyhulu123","receiver":"mykeyhulu111","quant":"1.01 EOS"]

        let contractRequest = ContractRequest()
        contractRequest.info = "Perform the mortgage REX operation"
        contractRequest.orderId = "BH19004"
        // param：{"protocol": "", "version": "", "tx_id": "", "ref": "", "account": ""}
        contractRequest.callbackUrl = "https://dappserver.xxx.url"
        contractRequest.actions = [transferActionData,contractActionData]

        MYKEYWallet.shared.contract(contractRequest: contractRequest, response: MYKEYResponse.init(success: { (response) in
            self.view.makeToast("success")
        }, failure: { (errorValue) in
            self.view.makeToast("failure")
        }, cancelled: {
            self.view.makeToast("cancelled")
        }))
    }

    func contract() {
        let transferData = TransferData()
        transferData.from = "mykeyhulu525"
        transferData.to = "madaraxliang"
        transferData.quantity = "1.31 EOS"
        transferData.memo = "transfer-memo"

        let transferActionData = TransferAction()
        transferActionData.account = "eosio.token"
        transferActionData.name = WalletActionConstants.TRANSFER.rawValue
        transferActionData.info = "contract-transfer-info"
        transferActionData.data = transferData

        let contractActionData = ContractAction()
        contractActionData.account = "eosio"
        contractActionData.name = "buyram"
        contractActionData.info = "contract-contract-info"
        contractActionData.data = ["payer":"mykeyhulu123","receiver":"mykeyhulu111","quant":"1.01 EOS"]

        let contractRequest = ContractRequest()
        contractRequest.info = "Perform the mortgage REX operation"
        contractRequest.orderId = "BH19004"
        // param：{"protocol": "", "version": "", "tx_id": "", "ref": "", "account": ""}
        // return: same as SimpleWallet {"code": [0-2], "message": ""}
        contractRequest.callbackUrl = "https://dappserver.xxx.url"
        contractRequest.actions = [transferActionData,contractActionData]

        MYKEYWallet.shared.contract(contractRequest: contractRequest, response: MYKEYResponse.init(success: { (response) in
            self.presentDataView(data: response)
            self.view.makeToast("success")
        }, failure: { (errorValue) in
            self.presentDataView(data: errorValue)
            self.view.makeToast("failure")
        }, cancelled: {
            self.view.makeToast("cancelled")
        }))
    }

    func sign() {
        let signRequest = SignRequest()
        signRequest.message = "Messages that need to be signed, [it could be random which come from dapp server]"
        // DApp CallbackUrl
        // param：{"protocol": "", "version": "", "message": "", "sign": "", "ref": "", "account": ""}
        // return: same as SimpleWallet {"code": [0-2], "message": ""}
        signRequest.callbackUrl = "https://dappserver.xxx.url"

        MYKEYWallet.shared.sign(signRequest: signRequest, response: MYKEYResponse.init(success: { (response) in
            self.view.makeToast("success")
        }, failure: { (errorValue) in
            self.view.makeToast("failure")
        }, cancelled: {
            self.view.makeToast("cancelled")
        }))
    }
}
