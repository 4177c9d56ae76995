import type { PurposeTexts } from './en.ts'

/** Turkish. */
export const tr: PurposeTexts = {
  signIn: 'Cüzdanınızla giriş yapın',
  signInFailed: 'Giriş yapılmadı',
  signedIn: 'Giriş yapıldı',
  signedInDetail: '{account} ile giriş yaptınız.',

  unlink: 'Cüzdanınızı kaldırın',
  unlinkFailed: 'Cüzdan kaldırılmadı',
  unlinked: 'Cüzdan kaldırıldı',
  unlinkedDetail: '{account} artık hesabınıza bağlı değil.',

  release: 'Cüzdanınızı geri alın',
  releaseFailed: 'Cüzdan geri alınmadı',
  released: 'Cüzdan geri alındı',
  releasedDetail: 'Bu sitede artık başka bir hesaba bağlı değil.',

  cannotSign: 'Bu cüzdan bu hesapla mesaj imzalayamıyor. Başka bir hesap veya başka bir cüzdan kullanın.',
  notDeployed: 'Bu akıllı cüzdan bu ağda henüz kurulmamış, bu yüzden imzası burada kontrol edilemiyor.',
  signaturePending:
    'Cüzdan imzalamayı henüz bitirmedi. Başkalarının da imzalaması gerekebilir. Onlar imzalayınca tekrar kontrol edin.',
  othersMaySign:
    'Sizinle birlikte başkalarının da imzalaması gerekiyorsa şimdi onlardan isteyin. Bu sayfa saat {time} olana kadar bekler.',
  retryOnNetwork: '{network} ağında tekrar dene',
  retryOtherWallet: 'Başka cüzdanla tekrar dene',
  checkAgain: 'Tekrar kontrol et',

  walletNotLinked: 'Bu cüzdanla giriş yapılabilecek bir hesap yok. Başka bir yolla giriş yapıp cüzdanı bağlayın.',
  accountDiffers: 'Cüzdan başka bir hesap paylaştı. Cüzdanda bağlı hesabı seçip tekrar deneyin.',
  stepUp: 'Önce bu siteye yeniden giriş yapın. Ardından cüzdanı bağlayın.',
  lastFactor: 'Bu, son giriş yolunuz. Önce başka bir yol ekleyin.',
  notFound: 'Bu cüzdan artık bağlı değil.',
}
