import type { HandoffTexts } from './en.ts'

export const pt: HandoffTexts = {
  scan: 'Escaneie com a câmera do seu celular',
  qrLabel: 'Código QR para a câmera do seu celular',
  next: 'Uma página deste site abre ali. Escolha a sua carteira, assine e digite aqui os seis dígitos que ela mostra.',
  stepOpen: 'Uma página deste site abre no seu celular.',
  stepSign: 'Escolha ali a sua carteira e assine.',
  stepDigits: 'Digite aqui os seis dígitos que ela mostra.',
  onPhone: 'Continue no seu celular',
  onPhoneDetail: 'Escolha ali a sua carteira e assine. Deixe esta janela aberta.',
  noWallet: 'O navegador do seu celular não tem carteira',
  noWalletDetail: 'Toque ali em “Abrir em uma carteira deste celular” ou copie o link no navegador da sua carteira.',
  newCode: 'Mostrar um novo código',
  timeLeft: 'Restam {time}',
  digits: 'Seis dígitos do seu celular',
  digitsDetail:
    '{name} assinou. Digite os dígitos que o seu celular mostra, e somente se esse celular estiver na sua mão.',
  digitsShort: 'Digite todos os seis dígitos.',
  digitsWrong: 'Estes não são os dígitos certos. Tentativas restantes: {count}',
  declined: 'Foi recusado no celular. Nada foi vinculado.',
  elsewhere:
    'O código foi aberto em um segundo lugar e não vale mais. Se não foi você, talvez alguém tenha visto a sua tela.',
  timeOver: 'O tempo acabou antes de a carteira ser vinculada.',
  digitsSpent: 'Os dígitos estavam errados três vezes. Nada foi vinculado.',
  codeOver: 'Este código não é mais válido.',
  undo: 'Desfazer',
  undone: 'A carteira não está mais vinculada.',
}
