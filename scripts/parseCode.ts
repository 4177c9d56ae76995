import ts from 'typescript'

/** Parses a file of code. Doc comments stay text, because no check reads their tags, and parsing them takes longer. */
export function parseCode(file: string, code: string): ts.SourceFile {
  const languageVersion = ts.ScriptTarget.Latest
  return ts.createSourceFile(file, code, { languageVersion, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }, true)
}
