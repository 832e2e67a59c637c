extension WalletRequest { var instructionParagraphs: [Paragraph] { [] } }
