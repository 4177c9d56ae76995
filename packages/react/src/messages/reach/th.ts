import type { ReachTexts } from './en.ts'

export const th: ReachTexts = {
  linkable: 'เว็บไซต์นี้เชื่อมกระเป๋าเงินที่อยู่ในเบราว์เซอร์นี้ และกระเป๋าเงินที่ใช้ {relay}',
  otherWallet: 'ฉันมีกระเป๋าเงินอื่นที่ใช้ {relay}',
  codeForRelay: 'เฉพาะกระเป๋าเงินที่ใช้ {relay} เท่านั้นที่อ่านโค้ดนี้ได้',
  codeForNetwork: 'สแกนแล้วไม่มีอะไรเกิดขึ้นใช่ไหม เฉพาะกระเป๋าเงินที่รองรับ WalletConnect เท่านั้นที่อ่านโค้ดนี้ได้',
  noRoute: 'เชื่อม {name} จากที่นี่ไม่ได้',
  noRouteDetail: 'เว็บไซต์นี้ติดต่อ {name} จากอุปกรณ์นี้ไม่ได้ โปรดเลือกกระเป๋าเงินอื่น',
}
