import type { PhoneTexts } from './en.ts'

export const uk: PhoneTexts = {
  openIn: 'Відкрити в {name}',
  openInDetail: 'Ця сторінка відкриється в браузері {name}. Прив’яжіть гаманець там.',
  pasteDetail: 'Або скопіюйте посилання й відкрийте його в браузері {name}.',
  leaveApp: 'Відкрийте цю сторінку у своєму браузері',
  leaveAppDetail:
    '{app} не може відкривати звідси інші застосунки. Скопіюйте посилання й відкрийте його у своєму браузері, наприклад Safari або Chrome.',
}
