/// All targets.
let targets: [Target] = [
    .link, .bip21, .authority, .jsonParameter, .described, .percent, .assuan,
    .amount, .asset, .base58, .bech32, .address, .bitcoinAddress, .json, .param, .abi, .eosioTransaction,
    .signingRequest,
    .transaction, .yaml, .layers, .callback, .reply, .keystore, .journal, .desktop, .courier, .pluginProgram, .rpc,
    .electrum,
    .nodeos, .consent,
]
