import type { HostMessages } from './en.ts'

/** Portuguese. */
export const pt: HostMessages = {
  appName: 'Site de demonstração',
  skip: 'Ir para o conteúdo',
  mainNavigation: 'Páginas',
  wallets: 'Carteiras',
  activity: 'Atividade',
  sessions: 'Sessões',
  account: 'Conta',
  signUp: 'Criar conta',
  signIn: 'Entrar',
  signOut: 'Sair',
  anonymous: 'Visitante anônimo',
  signedIn: 'Conectado',
  language: 'Idioma',
  demoNotice: 'Uma demonstração. Não use uma carteira com fundos reais.',
  retry: 'Tentar de novo',
  cancel: 'Cancelar',
  loading: 'Carregando…',
  unreachable: 'Esta página não consegue acessar o servidor.',
  failed: 'Não funcionou. Tente de novo.',

  yourWallets: 'Suas carteiras',
  introAnonymous:
    'Você é {name}, um visitante anônimo que esta página reconhece por um cookie. Vincule uma carteira para provar que ela é sua. Não é preciso criar conta.',
  introKeep: 'Crie uma conta para manter suas carteiras quando o cookie não existir mais.',
  introAccount: 'Você entrou como {name}. Vincule uma carteira para provar que ela é sua.',
  signedAs: 'Na mensagem que a carteira assina, você se chama {label}.',
  noCookies:
    'Seu navegador não guarda os cookies desta página, por isso nenhuma carteira pode ser vinculada. Permita-os e recarregue.',
  connectedMissing: 'Não foi possível carregar suas carteiras conectadas. Recarregue a página.',

  howTitle: 'Como funciona a vinculação',
  connect: 'Conectar',
  connectText: 'Escaneie o código com sua carteira ou abra uma carteira neste dispositivo.',
  sign: 'Assinar',
  signText:
    'A carteira assina uma mensagem que cita esta página e sua conta. Isso não custa nada e não movimenta fundos.',
  linked: 'Vinculada',
  linkedText: 'O servidor verifica a assinatura e guarda o identificador da conta. A conexão termina.',
  linkedStaysText:
    'O servidor verifica a assinatura e guarda o identificador da conta. A conexão continua até que você ou a carteira a encerre.',
  noWalletAtHand: 'Não tem uma carteira à mão?',
  chooseDemo: 'Escolha “Hawser Demo Wallet” ao vincular ou',
  copyLink: 'Copie o link do código e',
  openDemo: 'abra a carteira de demonstração em uma nova aba',
  keepConnected: 'Manter as carteiras conectadas após vincular',
  endConnections: 'Encerrar as conexões após vincular',

  activityIntro: 'O que aconteceu aqui com suas carteiras, do mais recente ao mais antigo.',

  sessionsIntro: 'Onde você usa esta página. Encerre as sessões que não reconhecer.',
  sessionsFailed: 'Não foi possível carregar suas sessões.',
  thisSession: 'Esta sessão',
  browserOnSystem: '{browser} em {system}',
  unknownBrowser: 'Navegador desconhecido',
  began: 'Início: {time}',
  seen: 'última atividade: {time}',
  endSession: 'Encerrar sessão',
  endOthers: 'Encerrar todas as outras sessões',
  onlySession: 'Não há nenhuma outra sessão.',

  signUpTitle: 'Criar uma conta',
  signUpIntro:
    'As carteiras que você vinculou vão com você. Depois, vincule cada uma de novo: até lá, ela não serve para entrar.',
  signInTitle: 'Entrar',
  signInIntro: 'Suas carteiras vinculadas estão esperando.',
  signInLoses:
    'As carteiras que você vinculou como {name} são desvinculadas quando você entra. Para mantê-las, crie uma conta.',
  or: 'ou',
  signInWithWallet: 'Entrar com uma carteira',
  signInWithWalletHint:
    'Para contas com uma carteira vinculada. Ela assina uma mensagem; nada é cobrado. Para vincular carteiras, entre com sua senha.',
  haveAccount: 'Já tem uma conta?',
  noAccount: 'Ainda não tem conta?',
  name: 'Nome',
  nameHint: '3 a 32 caracteres.',
  password: 'Senha',
  passwordHint: '8 a 128 caracteres. Não há como recuperá-la.',
  nameBad: 'Use de 3 a 32 caracteres visíveis e não comece com “visitor-”.',
  passwordBad: 'Use de 8 a 128 caracteres.',
  nameTaken: 'Este nome já está em uso. Escolha outro.',
  signInRefused: 'O nome e a senha não conferem.',
  tooMany: 'Muitas tentativas. Tente de novo em {minutes} min.',
}
