// Test support. The `.fixture.ts` ending keeps this file out of the build.

/** An account of Solana, and its signature of a text. */
export const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const address = '8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe'
export const accountId = `${chain}:${address}`
export const base58 = '48974CEUJTkeS2LsqNLkWKNLvFS1MHVaXJafRPeF7zoFyGLVmWWTKTXU317nd21Vkq7ohAmXyGXhUj2GzZ9zz4p3'
export const base64 = 'nDVBVRoeRbQiwAb3b15PjZqGeg4UIl17hTsDBLoN/jScmZiXS1f1uZIq0s7RM5Wa17drkuvnPN1ofjN6663iDA=='
export const signature = Uint8Array.from(Buffer.from(base64, 'base64'))
