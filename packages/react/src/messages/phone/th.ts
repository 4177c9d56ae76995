import type { PhoneTexts } from './en.ts'

export const th: PhoneTexts = {
  openIn: 'เปิดใน {name}',
  openInDetail: 'หน้านี้จะเปิดในเบราว์เซอร์ของ {name} โปรดผูกกระเป๋าเงินของคุณที่นั่น',
  pasteDetail: 'หรือคัดลอกลิงก์แล้วเปิดในเบราว์เซอร์ของ {name}',
  leaveApp: 'เปิดหน้านี้ในเบราว์เซอร์ของคุณ',
  leaveAppDetail: '{app} เปิดแอปอื่นจากที่นี่ไม่ได้ คัดลอกลิงก์แล้วเปิดในเบราว์เซอร์ของคุณ เช่น Safari หรือ Chrome',
}
