import ts from 'typescript'

/** One export of a package's entry. */
export type Exported = {
  readonly name: string
  readonly kind: 'function' | 'class' | 'type' | 'value'
  /** The summary of its TSDoc. */
  readonly summary: string
  readonly tags: readonly { readonly name: string; readonly text: string }[]
  /** Its declaration, without the TSDoc above it. */
  readonly declaration: string
}

/** Reads what each entry exports from its built declarations. The files that they share are read once. */
export function readEntries(files: readonly string[]): ReadonlyMap<string, readonly Exported[]> {
  const program = ts.createProgram(files, {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  return new Map(files.map((file) => [file, exportsOf(checker, program.getSourceFile(file))]))
}

function exportsOf(checker: ts.TypeChecker, source: ts.SourceFile | undefined): readonly Exported[] {
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) return []
  return checker
    .getExportsOfModule(module)
    .map((symbol) => read(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol, symbol.name))
    .filter((each) => each !== undefined)
}

function read(symbol: ts.Symbol, name: string): Exported | undefined {
  const declarations = symbol.declarations ?? []
  if (declarations.length === 0) return undefined
  const tags = symbol.getJsDocTags().map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text) }))
  return {
    name,
    kind: kindOf(symbol),
    summary: ts.displayPartsToString(symbol.getDocumentationComment(undefined)),
    tags,
    declaration: declarations.map(textOf).join('\n'),
  }
}

function kindOf({ flags }: ts.Symbol): Exported['kind'] {
  if (flags & ts.SymbolFlags.Class) return 'class'
  if (flags & ts.SymbolFlags.Function) return 'function'
  return flags & ts.SymbolFlags.Value ? 'value' : 'type'
}

/** The `const` of a variable is in the statement around its declaration. */
function textOf(declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return node.getText().replace(/^export (?:declare )?|^declare /, '')
}
