import type { PhoneTexts } from './en.ts'

export const hi: PhoneTexts = {
  openIn: '{name} में खोलें',
  openInDetail: 'यह पेज {name} के ब्राउज़र में खुलता है। अपना वॉलेट वहाँ लिंक करें।',
  pasteDetail: 'या लिंक कॉपी करें और उसे {name} के ब्राउज़र में खोलें।',
  leaveApp: 'यह पेज अपने ब्राउज़र में खोलें',
  leaveAppDetail: '{app} यहाँ से दूसरे ऐप नहीं खोल सकता। लिंक कॉपी करें और उसे अपने ब्राउज़र में खोलें, जैसे Safari या Chrome।',
}
