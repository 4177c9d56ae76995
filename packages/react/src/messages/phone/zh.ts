import type { PhoneTexts } from './en.ts'

export const zh: PhoneTexts = {
  openIn: '在 {name} 中打开',
  openInDetail: '此页面将在 {name} 的浏览器中打开。请在那里绑定您的钱包。',
  pasteDetail: '或者复制链接，在 {name} 的浏览器中打开。',
  leaveApp: '请在您的浏览器中打开此页面',
  leaveAppDetail: '{app} 无法从这里打开其他应用。请复制链接，在 Safari 或 Chrome 等浏览器中打开。',
}
