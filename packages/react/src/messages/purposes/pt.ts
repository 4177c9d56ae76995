import type { PurposeTexts } from './en.ts'

/** Portuguese. */
export const pt: PurposeTexts = {
  signIn: 'Entre com sua carteira',
  signInFailed: 'Você não entrou',
  signedIn: 'Você entrou',
  signedInDetail: 'Você entrou com {account}.',

  unlink: 'Desvincule sua carteira',
  unlinkFailed: 'Carteira não desvinculada',
  unlinked: 'Carteira desvinculada',
  unlinkedDetail: '{account} não está mais vinculada à sua conta.',

  release: 'Recupere sua carteira',
  releaseFailed: 'Carteira não recuperada',
  released: 'Carteira recuperada',
  releasedDetail: 'Nenhuma outra conta deste site está mais vinculada a ela.',

  cannotSign: 'Esta carteira não pode assinar uma mensagem com esta conta. Use outra conta ou outra carteira.',
  notDeployed:
    'Esta carteira inteligente ainda não está configurada nesta rede, então a assinatura não pode ser verificada aqui.',
  signaturePending:
    'A carteira ainda não terminou de assinar. Talvez faltem outras assinaturas. Depois, verifique de novo.',
  othersMaySign: 'Se outras pessoas precisam assinar com você, peça agora. Esta página espera até {time}.',
  retryOnNetwork: 'Tentar de novo em {network}',
  retryOtherWallet: 'Tentar de novo com outra carteira',
  checkAgain: 'Verificar de novo',

  walletNotLinked: 'Não dá para entrar em nenhuma conta com esta carteira. Entre de outra forma e vincule-a.',
  accountDiffers: 'A carteira compartilhou outra conta. Escolha nela a conta vinculada e tente de novo.',
  stepUp: 'Primeiro entre de novo neste site. Depois vincule a carteira.',
  lastFactor: 'Esta é a última forma de entrar. Adicione outra primeiro.',
  notFound: 'Esta carteira não está mais vinculada.',
}
