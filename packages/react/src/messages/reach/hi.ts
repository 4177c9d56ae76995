import type { ReachTexts } from './en.ts'

export const hi: ReachTexts = {
  linkable: 'यह साइट इस ब्राउज़र में मौजूद वॉलेट और {relay} का उपयोग करने वाले वॉलेट जोड़ती है।',
  otherWallet: 'मेरे पास दूसरा वॉलेट है जो {relay} का उपयोग करता है',
  codeForRelay: 'केवल {relay} का उपयोग करने वाले वॉलेट इस कोड को पढ़ सकते हैं।',
  codeForNetwork: 'स्कैन किया और कुछ नहीं हुआ? केवल WalletConnect का समर्थन करने वाले वॉलेट इस कोड को पढ़ सकते हैं।',
  noRoute: '{name} को यहाँ से नहीं जोड़ा जा सकता',
  noRouteDetail: 'यह साइट इस डिवाइस से {name} तक नहीं पहुँच सकती। कोई दूसरा वॉलेट चुनें।',
}
