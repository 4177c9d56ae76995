/** An instruction of a Dockerfile, with continued lines joined. */
export type Instruction = { readonly name: string; readonly text: string; readonly flags: readonly string[] }

/** A part of a Dockerfile that begins with FROM. */
export type Stage = { readonly image: string; readonly name: string; readonly instructions: readonly Instruction[] }

export function stagesOf(dockerfile: string): readonly Stage[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: { image: string; name: string; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, name = '', flags = '', text = ''] = /^(\S+)((?:\s+--[a-z-]+=\S+)*)\s*(.*)$/.exec(line) ?? []
    const instruction = { name, text, flags: flags.split(/\s+/).filter(Boolean) }
    const [image = '', as, stage = ''] = text.split(/\s+/)
    if (name === 'FROM') stages.push({ image, name: as === 'AS' ? stage : '', instructions: [] })
    else (stages.at(-1)?.instructions ?? fail(line)).push(instruction)
  }
  return stages
}

function fail(line: string): never {
  throw new Error(`${line} comes before FROM`)
}

/** Returns the variables that an image sets. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const pairs = stage.instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split(/=(.*)/)))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}

/** Returns the words of an instruction in its JSON form. */
export function wordsOf(stage: Stage, name: string): readonly string[] {
  const text = stage.instructions.findLast((each) => each.name === name)?.text.replace(/^CMD /, '')
  return text === undefined ? [] : JSON.parse(text)
}

const known = new Set(
  'ARG CMD COPY ENTRYPOINT ENV EXPOSE HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(' '),
)

/**
 * Returns the faults of a server's Dockerfile, one per line.
 * @param isCopied - whether a path of the context reaches the build
 */
export function lintDockerfile(dockerfile: string, isCopied: (path: string) => boolean): readonly string[] {
  const stages = stagesOf(dockerfile)
  const [last] = stages.slice(-1)
  if (last === undefined) return ['it has no FROM']
  return [...stages.flatMap((stage) => lintStage(stage, stages, isCopied)), ...lintLast(last)]
}

function lintStage(stage: Stage, stages: readonly Stage[], isCopied: (path: string) => boolean): readonly string[] {
  const { image, instructions } = stage
  const isPinned = /@sha256:[0-9a-f]{64}$/.test(image) || /:(?!latest$)[\w.-]+$/.test(image)
  const isOwn = stages.some(({ name }) => name !== '' && name === image)
  return [
    ...(isPinned || isOwn ? [] : [`${image} has no tag, or the tag latest`]),
    ...instructions.flatMap((instruction) => lintInstruction(instruction, stages, isCopied)),
  ]
}

function lintInstruction(
  { name, text, flags }: Instruction,
  stages: readonly Stage[],
  isCopied: (path: string) => boolean,
): readonly string[] {
  if (name === 'ADD') return ['ADD fetches and unpacks: COPY does not']
  if (!known.has(name)) return [`${name} is not an instruction`]
  if (name === 'WORKDIR' && !text.startsWith('/')) return [`WORKDIR ${text} is relative`]
  if (['CMD', 'ENTRYPOINT'].includes(name) && !isJsonList(text)) return [`${name} needs its JSON form: no shell`]
  if (name === 'HEALTHCHECK' && !isJsonList(text.replace(/^CMD /, ''))) return ['HEALTHCHECK needs its JSON form']
  if (/^(?:ARG|ENV)$/.test(name) && /PASSWORD|TOKEN|SECRET|_KEY=|REDIS_URL|DATABASE_URL/.test(text))
    return [`${name} keeps a secret in the image`]
  if (name === 'COPY') return lintCopy(text, flags, stages, isCopied)
  return name === 'RUN' ? lintRun(text) : []
}

function lintCopy(
  text: string,
  flags: readonly string[],
  stages: readonly Stage[],
  isCopied: (path: string) => boolean,
): readonly string[] {
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length)
  if (from !== undefined) return stages.some(({ name }) => name === from) ? [] : [`COPY --from=${from}: no such stage`]
  const paths = text.split(/\s+/).slice(0, -1)
  return paths.filter((path) => !isCopied(path)).map((path) => `COPY ${path}: it is not in the context`)
}

function lintRun(text: string): readonly string[] {
  const installs = text.match(/npm (?:ci|install|i)\b[^&|;]*/g) ?? []
  return [
    ...installs
      .filter((each) => !/ --ignore-scripts\b/.test(each))
      .map((each) => `${each.trim()}: scripts of strangers run`),
    ...(/\bsudo\b/.test(text) ? ['RUN with sudo'] : []),
    ...(/\b(?:curl|wget)\b[^&;]*\|\s*(?:ba)?sh\b/.test(text) ? ['RUN pipes what it fetches into a shell'] : []),
    ...(/\bapt-get install\b/.test(text) && !/--no-install-recommends/.test(text)
      ? ['apt-get install without --no-install-recommends']
      : []),
    ...(/(?:^|\s)cd (?!.*\))/.test(text) ? ['RUN changes its folder: WORKDIR, or a subshell'] : []),
  ]
}

/** Checks the final stage: no shell, no root, nothing installed, and a health check. */
function lintLast({ image, instructions }: Stage): readonly string[] {
  const has = (name: string) => instructions.some((each) => each.name === name)
  const user = instructions.findLast(({ name }) => name === 'USER')?.text
  return [
    ...(/distroless.*:nonroot$/.test(image) ? [] : [`${image} has a shell or root`]),
    ...(user !== undefined && /^[1-9]\d*(?::[1-9]\d*)?$/.test(user) ? [] : ['USER has to be a number other than 0']),
    ...['HEALTHCHECK', 'EXPOSE', 'STOPSIGNAL', 'ENTRYPOINT'].filter((name) => !has(name)).map((name) => `no ${name}`),
    ...['RUN', 'SHELL'].filter(has).map((name) => `${name} in the last stage`),
  ]
}

function isJsonList(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((word) => typeof word === 'string')
  } catch {
    return false
  }
}
