import type { HandoffTexts } from './en.ts'

/** Chinese. */
export const zh: HandoffTexts = {
  scan: '用手机相机扫描',
  qrLabel: '供手机相机扫描的二维码',
  next: '手机上会打开本网站的一个页面。选择您的钱包并签名，然后在此输入页面显示的六位数字。',
  stepOpen: '手机上会打开本网站的一个页面。',
  stepSign: '在那里选择您的钱包并签名。',
  stepDigits: '在此输入手机显示的六位数字。',
  onPhone: '请在手机上继续',
  onPhoneDetail: '在那里选择您的钱包并签名。请勿关闭此窗口。',
  noWallet: '手机的浏览器中没有钱包',
  noWalletDetail: '请在那里点按“在本手机的钱包中打开”，或将链接粘贴到您钱包的浏览器中。',
  newCode: '显示新的二维码',
  timeLeft: '剩余 {time}',
  digits: '手机上的六位数字',
  digitsDetail: '{name} 已签名。请输入手机显示的数字，并且仅当手机在您自己手中时才输入。',
  digitsShort: '请输入全部六位数字。',
  digitsWrong: '数字不正确。剩余次数：{count}',
  declined: '已在手机上拒绝。未关联任何钱包。',
  elsewhere: '此二维码已在第二处打开，因此已失效。如果不是您本人操作，可能有人看到了您的屏幕。',
  timeOver: '钱包关联之前时间已到。',
  digitsSpent: '数字已输错三次。未关联任何钱包。',
  codeOver: '此二维码已失效。',
  undo: '撤销',
  undone: '钱包已不再关联。',
}
