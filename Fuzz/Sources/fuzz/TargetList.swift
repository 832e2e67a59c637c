/// All targets.
let targets: [Target] = [
    .link, .bip21, .authority, .jsonParameter, .described, .percent, .assuan,
    .amount, .asset, .base58, .bech32, .address, .bitcoinAddress, .json, .param, .abi, .eosioTransaction,
    .signingRequest, .transaction, .yaml, .layers, .config, .callback, .reply, .keystore, .journal, .desktop, .courier,
    .courierProgram, .pluginProgram, .rpc, .electrum, .nodeos, .consent,
]
