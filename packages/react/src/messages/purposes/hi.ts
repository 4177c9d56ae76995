import type { PurposeTexts } from './en.ts'

/** Hindi. */
export const hi: PurposeTexts = {
  signIn: 'अपने वॉलेट से साइन इन करें',
  signInFailed: 'आप साइन इन नहीं हुए',
  signedIn: 'साइन इन हो गया',
  signedInDetail: 'आपने {account} से साइन इन किया।',

  unlink: 'अपना वॉलेट अनलिंक करें',
  unlinkFailed: 'वॉलेट अनलिंक नहीं हुआ',
  unlinked: 'वॉलेट अनलिंक हुआ',
  unlinkedDetail: '{account} अब आपके खाते से लिंक नहीं है।',

  release: 'अपना वॉलेट वापस लें',
  releaseFailed: 'वॉलेट वापस नहीं लिया गया',
  released: 'वॉलेट वापस लिया गया',
  releasedDetail: 'इस साइट का कोई और खाता अब इससे लिंक नहीं है।',

  walletNotLinked: 'इस वॉलेट से किसी खाते में साइन इन नहीं किया जा सकता। किसी और तरीके से साइन इन करें और फिर इसे लिंक करें।',
  accountDiffers: 'वॉलेट ने कोई और खाता साझा किया। उसमें लिंक किया हुआ खाता चुनें और फिर कोशिश करें।',
  stepUp: 'पहले इस साइट पर दोबारा साइन इन करें। फिर वॉलेट लिंक करें।',
  lastFactor: 'यह साइन इन करने का आख़िरी तरीका है। पहले कोई दूसरा जोड़ें।',
  notFound: 'यह वॉलेट अब लिंक नहीं है।',
}
