'use client'

export { MissingLinkerError } from './errors.ts'
export { LinkButton, type LinkButtonProps } from './LinkButton.tsx'
export { LinkerProvider, type LinkerProviderProps } from './LinkerProvider.tsx'
export { en, type Messages } from './messages/en.ts'
export { type LinkedWallets, useLinkedWallets } from './useLinkedWallets.ts'
export { useLinker } from './useLinker.ts'
