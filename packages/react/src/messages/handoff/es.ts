import type { HandoffTexts } from './en.ts'

export const es: HandoffTexts = {
  scan: 'Escanea con la cámara de tu teléfono',
  qrLabel: 'Código QR para la cámara de tu teléfono',
  next: 'Allí se abre una página de este sitio. Elige tu billetera, firma y escribe aquí los seis dígitos que muestra.',
  stepOpen: 'En tu teléfono se abre una página de este sitio.',
  stepSign: 'Elige allí tu billetera y firma.',
  stepDigits: 'Escribe aquí los seis dígitos que muestra.',
  onPhone: 'Continúa en tu teléfono',
  onPhoneDetail: 'Elige allí tu billetera y firma. Deja esta ventana abierta.',
  noWallet: 'El navegador de tu teléfono no tiene billetera',
  noWalletDetail:
    'Toca allí «Abrir en una billetera de este teléfono» o copia el enlace en el navegador de tu billetera.',
  newCode: 'Mostrar un código nuevo',
  timeLeft: 'Quedan {time}',
  digits: 'Seis dígitos de tu teléfono',
  digitsDetail:
    '{name} ha firmado. Escribe los dígitos que muestra tu teléfono, y solo si ese teléfono está en tu mano.',
  digitsShort: 'Escribe los seis dígitos.',
  digitsWrong: 'Estos no son los dígitos correctos. Intentos restantes: {count}',
  declined: 'Se rechazó en el teléfono. No se vinculó nada.',
  elsewhere: 'El código se abrió en un segundo lugar y ya no vale. Si no fuiste tú, quizá alguien vio tu pantalla.',
  timeOver: 'El tiempo se agotó antes de vincular la billetera.',
  digitsSpent: 'Los dígitos fueron incorrectos tres veces. No se vinculó nada.',
  codeOver: 'Este código ya no es válido.',
  undo: 'Deshacer',
  undone: 'La billetera ya no está vinculada.',
}
