import type { SessionsMessages } from './en.ts'

/** Hindi. */
export const hi: SessionsMessages = {
  language: 'hi',
  direction: 'ltr',

  title: 'कनेक्ट किए गए वॉलेट',
  empty: 'कोई वॉलेट कनेक्ट नहीं है।',
  loading: 'लोड हो रहा है…',
  failed: 'कनेक्ट किए गए वॉलेट लोड नहीं हो सके।',
  retry: 'फिर कोशिश करें',
  unnamed: 'बिना नाम का वॉलेट',
  hostClaimed: 'ख़ुद को {host} का बताता है',
  hostVerified: 'सत्यापित: {host}',
  verifiedDetail: 'इस पेज ने वॉलेट को ख़ुद खोला है और उसकी सूची में यही पता है।',
  accounts: 'खाते',
  networks: 'नेटवर्क',
  permissions: 'यह पेज माँग सकता है',
  expires: 'कब तक कनेक्ट है',
  disconnect: 'डिस्कनेक्ट करें',
  disconnectWallet: '{name} को डिस्कनेक्ट करें',
  disconnectAll: 'सभी डिस्कनेक्ट करें',
  confirmOne: '{name} को डिस्कनेक्ट करें? यहाँ दोबारा इस्तेमाल करने के लिए इसे फिर से कनेक्ट करना होगा।',
  confirmAll: 'सभी वॉलेट डिस्कनेक्ट करें? यहाँ दोबारा इस्तेमाल करने के लिए उन्हें फिर से कनेक्ट करना होगा।',
  cancel: 'रद्द करें',
  disconnected: '{name} डिस्कनेक्ट हो गया।',
  allDisconnected: 'सभी वॉलेट डिस्कनेक्ट हो गए।',
  endedByWallet: '{name} ने इस पेज से अपना कनेक्शन समाप्त कर दिया।',
  expired: '{name} के कनेक्शन का समय समाप्त हुआ।',
  dismiss: 'ठीक है',
}
