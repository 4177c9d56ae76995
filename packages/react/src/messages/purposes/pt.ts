import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Escolha uma rede',
  chooseNetworkDetail: '{name} tem contas em várias redes. Escolha a que quer usar aqui.',
  linkOther: 'Vincular também sua conta {network} de {name}',

  walletNotLinked: 'Não dá para entrar em nenhuma conta com esta carteira. Entre de outra forma e vincule-a.',
  accountDiffers: 'A carteira compartilhou outra conta. Escolha nela a conta vinculada e tente de novo.',
  stepUp: 'Primeiro entre de novo neste site. Depois vincule a carteira.',
  lastFactor: 'Esta é a última forma de entrar. Adicione outra primeiro.',
  notFound: 'Esta carteira não está mais vinculada.',

  walletUnreadable: 'A carteira deu uma resposta que não pode ser lida aqui. Atualize a carteira ou escolha outra.',
  networkMissing:
    'A carteira não compartilhou nenhuma conta em uma rede deste site. Escolha uma dessas redes na carteira e tente novamente.',
  methodMissing:
    'A carteira não permitiu o que este site precisa pedir. Conecte-a de novo e permita, ou escolha outra carteira.',
  accountUnsupported: 'Contas deste tipo não podem ser vinculadas aqui. Escolha outra conta ou rede na carteira.',
  signatureWrong: 'A assinatura não é da conta compartilhada. Escolha essa conta na carteira e assine novamente.',
  signatureUnsupported: 'Esta carteira assina de um modo que não é aceito aqui. Escolha outra carteira.',
  messageOver: 'A mensagem a assinar não é mais válida. Tente novamente e assine em poucos minutos.',
  tooManyWallets: 'Não é possível vincular mais carteiras à sua conta. Desvincule uma primeiro.',
  serverFailed: 'O servidor deste site não respondeu como deveria. Tente novamente em alguns minutos.',
  originRefused:
    'Não é possível vincular carteiras neste endereço do site. Abra o site no endereço habitual ou avise o responsável.',
  storageRefused:
    'Este navegador não deixa o site armazenar nada. Permita nas configurações ou saia da janela privada.',
  extensionFailed: '{name} informou um erro. Abra, desbloqueie e tente novamente.',
  relayRefused: 'O relay não aceita este site. Tente mais tarde ou avise o responsável pelo site.',
  relayBusy: 'O relay está sobrecarregado no momento. Espere um pouco e tente de novo.',
  pageStopped: 'A página encerrou a conexão. Recarregue-a e tente novamente.',
  platformLacking:
    'Este navegador não consegue criar uma conexão segura nesta página. Abra o site por https ou use um navegador atual.',
}
