declare module 'pngjs' {
  export const PNG: {
    readonly sync: {
      read(bytes: Uint8Array): { readonly data: Uint8Array; readonly width: number; readonly height: number }
    }
  }
}
