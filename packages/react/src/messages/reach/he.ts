import type { ReachTexts } from './en.ts'

export const he: ReachTexts = {
  linkable: 'האתר מקשר ארנקים שנמצאים בדפדפן הזה וארנקים שמשתמשים ב-{relay}.',
  otherWallet: 'יש לי ארנק אחר שמשתמש ב-{relay}',
  codeForRelay: 'רק ארנקים שמשתמשים ב-{relay} יכולים לקרוא את הקוד הזה.',
  codeForNetwork: 'סרקתם ושום דבר לא קורה? רק ארנקים שתומכים ב-WalletConnect יכולים לקרוא את הקוד הזה.',
  noRoute: 'אי אפשר לקשר את {name} מכאן',
  noRouteDetail: 'האתר לא יכול להגיע אל {name} מהמכשיר הזה. בחרו ארנק אחר.',
}
