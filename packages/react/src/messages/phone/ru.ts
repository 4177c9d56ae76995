import type { PhoneTexts } from './en.ts'

export const ru: PhoneTexts = {
  openIn: 'Открыть в {name}',
  openInDetail: 'Эта страница откроется в браузере {name}. Привяжите кошелёк там.',
  pasteDetail: 'Или скопируйте ссылку и откройте её в браузере {name}.',
  leaveApp: 'Откройте эту страницу в своём браузере',
  leaveAppDetail:
    '{app} не может открывать отсюда другие приложения. Скопируйте ссылку и откройте её в своём браузере, например Safari или Chrome.',
}
