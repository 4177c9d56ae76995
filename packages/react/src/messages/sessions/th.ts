import type { SessionsMessages } from './en.ts'

/** Thai. */
export const th: SessionsMessages = {
  language: 'th',
  direction: 'ltr',

  title: 'กระเป๋าเงินที่เชื่อมต่ออยู่',
  empty: 'ไม่มีกระเป๋าเงินที่เชื่อมต่ออยู่',
  loading: 'กำลังโหลด…',
  failed: 'โหลดกระเป๋าเงินที่เชื่อมต่ออยู่ไม่ได้',
  retry: 'ลองอีกครั้ง',
  unnamed: 'กระเป๋าเงินไม่มีชื่อ',
  hostClaimed: 'แจ้งว่ามาจาก {host}',
  hostVerified: 'ยืนยันแล้ว: {host}',
  verifiedDetail: 'หน้านี้เปิดกระเป๋าเงินนี้เอง และข้อมูลที่ลงทะเบียนไว้ระบุที่อยู่เดียวกัน',
  accounts: 'บัญชี',
  networks: 'เครือข่าย',
  permissions: 'หน้านี้ขอได้',
  expires: 'เชื่อมต่อถึง',
  disconnect: 'ยกเลิกการเชื่อมต่อ',
  disconnectWallet: 'ยกเลิกการเชื่อมต่อ {name}',
  disconnectAll: 'ยกเลิกทั้งหมด',
  confirmOne: 'ยกเลิกการเชื่อมต่อ {name} ไหม หากจะใช้ที่นี่อีกครั้งต้องเชื่อมต่อใหม่',
  confirmAll: 'ยกเลิกการเชื่อมต่อกระเป๋าเงินทั้งหมดไหม หากจะใช้ที่นี่อีกครั้งต้องเชื่อมต่อใหม่',
  cancel: 'ปิด',
  disconnected: 'ยกเลิกการเชื่อมต่อ {name} แล้ว',
  allDisconnected: 'ยกเลิกการเชื่อมต่อกระเป๋าเงินทั้งหมดแล้ว',
  endedByWallet: '{name} ยุติการเชื่อมต่อกับหน้านี้แล้ว',
  expired: 'การเชื่อมต่อกับ {name} หมดอายุแล้ว',
  dismiss: 'รับทราบ',
}
