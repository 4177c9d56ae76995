export { type CreateAppOptions, type CreatedApp, createApp } from './createApp.ts'
export { type TemplateName, templates } from './templates.ts'
