import type { HandoffTexts } from './en.ts'

export const tr: HandoffTexts = {
  scan: 'Telefonunuzun kamerasıyla tarayın',
  qrLabel: 'Telefonunuzun kamerası için QR kodu',
  next: 'Orada bu sitenin bir sayfası açılır. Cüzdanınızı seçin, imzalayın ve gösterdiği altı rakamı buraya yazın.',
  stepOpen: 'Telefonunuzda bu sitenin bir sayfası açılır.',
  stepSign: 'Orada cüzdanınızı seçin ve imzalayın.',
  stepDigits: 'Gösterdiği altı rakamı buraya yazın.',
  onPhone: 'Telefonunuzda devam edin',
  onPhoneDetail: 'Orada cüzdanınızı seçin ve imzalayın. Bu pencereyi açık tutun.',
  noWallet: 'Telefonunuzun tarayıcısında cüzdan yok',
  noWalletDetail:
    'Orada “Bu telefondaki bir cüzdanda aç”a dokunun veya bağlantıyı cüzdanınızın tarayıcısına yapıştırın.',
  newCode: 'Yeni kod göster',
  timeLeft: 'Kalan süre: {time}',
  digits: 'Telefonunuzdaki altı rakam',
  digitsDetail: '{name} imzaladı. Telefonunuzun gösterdiği rakamları yazın; yalnızca o telefon elinizdeyse.',
  digitsShort: 'Altı rakamın hepsini yazın.',
  digitsWrong: 'Bunlar doğru rakamlar değil. Kalan deneme: {count}',
  declined: 'Telefonda reddedildi. Hiçbir şey bağlanmadı.',
  elsewhere: 'Kod ikinci bir yerde açıldığı için geçersiz. Bunu siz yapmadıysanız biri ekranınızı görmüş olabilir.',
  timeOver: 'Cüzdan bağlanmadan süre doldu.',
  digitsSpent: 'Rakamlar üç kez yanlıştı. Hiçbir şey bağlanmadı.',
  codeOver: 'Bu kod artık geçerli değil.',
  undo: 'Geri al',
  undone: 'Cüzdan artık bağlı değil.',
}
