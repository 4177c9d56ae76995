import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Bir ağ seçin',
  chooseNetworkDetail: '{name} cüzdanının birkaç ağda hesabı var. Burada kullanacağınız ağı seçin.',
  linkOther: '{name} cüzdanındaki {network} hesabınızı da bağlayın',

  walletNotLinked: 'Bu cüzdanla giriş yapılabilecek bir hesap yok. Başka bir yolla giriş yapıp cüzdanı bağlayın.',
  accountDiffers: 'Cüzdan başka bir hesap paylaştı. Cüzdanda bağlı hesabı seçip tekrar deneyin.',
  stepUp: 'Önce bu siteye yeniden giriş yapın. Ardından cüzdanı bağlayın.',
  lastFactor: 'Bu, son giriş yolunuz. Önce başka bir yol ekleyin.',
  notFound: 'Bu cüzdan artık bağlı değil.',

  walletUnreadable: 'Cüzdan burada okunamayan bir yanıt verdi. Cüzdanı güncelleyin veya başka birini seçin.',
  networkMissing: 'Cüzdan bu sitenin ağlarından birinde hesap paylaşmadı. Cüzdanda böyle bir ağ seçip yeniden deneyin.',
  methodMissing:
    'Cüzdan bu sitenin istemesi gereken şeye izin vermedi. Yeniden bağlayıp izin verin veya başka bir cüzdan seçin.',
  accountUnsupported: 'Bu türden hesaplar burada bağlanamaz. Cüzdanda başka bir hesap veya ağ seçin.',
  signatureWrong: 'İmza paylaşılan hesaba ait değil. Cüzdanda o hesabı seçip yeniden imzalayın.',
  signatureUnsupported: 'Bu cüzdan burada kabul edilmeyen bir biçimde imzalıyor. Başka bir cüzdan seçin.',
  messageOver: 'İmzalanacak mesaj artık geçerli değil. Yeniden deneyin ve birkaç dakika içinde imzalayın.',
  tooManyWallets: 'Hesabınıza daha fazla cüzdan bağlanamaz. Önce birinin bağlantısını kaldırın.',
  serverFailed: 'Bu sitenin sunucusu gerektiği gibi yanıt vermedi. Birkaç dakika sonra yeniden deneyin.',
  originRefused:
    'Sitenin bu adresinde cüzdan bağlanamaz. Siteyi her zamanki adresinde açın veya işletmecisine bildirin.',
  storageRefused:
    'Bu tarayıcı sitenin bir şey kaydetmesine izin vermiyor. Ayarlardan izin verin veya gizli pencereden çıkın.',
  extensionFailed: '{name} bir hata bildirdi. Açıp kilidini kaldırın ve yeniden deneyin.',
  relayRefused: 'Aktarıcı bu siteyi kabul etmiyor. Daha sonra deneyin veya site işletmecisine bildirin.',
  relayBusy: 'Aktarıcı şu anda çok yoğun. Biraz bekleyip yeniden deneyin.',
  pageStopped: 'Sayfa bağlantıyı sonlandırdı. Yeniden yükleyip tekrar deneyin.',
  platformLacking:
    'Bu tarayıcı bu sayfada güvenli bir bağlantı kuramıyor. Siteyi https ile açın veya güncel bir tarayıcı kullanın.',
}
