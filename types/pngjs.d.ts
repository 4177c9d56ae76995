declare module 'pngjs' {
  type Picture = { readonly data: Uint8Array; readonly width: number; readonly height: number }

  export const PNG: {
    readonly sync: {
      read(bytes: Uint8Array): Picture
      write(picture: Picture): Buffer
    }
  }
}
