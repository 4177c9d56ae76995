type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

type Registering = { register(url: string): Promise<unknown> }

const workerPath = '/sw.js'

/** Installs the service worker, if it can, so that the page opens without a network and can go to the home screen. */
// The page's policy accepts script URLs only from `hawser-wallet`, which allows only this one.
export async function registerWorker(
  workers: Registering | undefined,
  trustedTypes: TrustedTypes | undefined,
): Promise<void> {
  const policy = trustedTypes?.createPolicy('hawser-wallet', {
    createScriptURL(url) {
      if (url !== workerPath) throw new TypeError('Only the wallet’s own worker may be started.')
      return url
    },
  })
  await workers?.register(policy?.createScriptURL(workerPath) ?? workerPath).catch(() => {})
}
