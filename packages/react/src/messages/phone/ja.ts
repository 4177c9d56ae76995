import type { PhoneTexts } from './en.ts'

export const ja: PhoneTexts = {
  openIn: '{name} で開く',
  openInDetail: 'このページは {name} のブラウザで開きます。そこでウォレットを連携してください。',
  pasteDetail: 'または、リンクをコピーして {name} のブラウザで開いてください。',
  leaveApp: 'このページをブラウザで開いてください',
  leaveAppDetail:
    '{app} からはほかのアプリを開けません。リンクをコピーして、Safari や Chrome などのブラウザで開いてください。',
}
