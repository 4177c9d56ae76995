import ts from 'typescript'

/**
 * A module whose branches count their hits, and the strings that it compares with, which a mutation would rarely find by
 * chance.
 */
export type Instrumented = { readonly code: string; readonly branches: number; readonly texts: readonly string[] }

const hits = 'fuzzHits'
/** The module of the counters. The build provides it to all instrumented modules. */
export const hitsModule = 'virtual:fuzz-hits'

const { factory } = ts

/**
 * Rewrites a module, without its types, so that each branch counts its hits: functions, both sides of every condition, loops,
 * cases, and the right sides of `&&`, `||` and `??`.
 * @param first - the number of its first branch
 */
export function instrument(source: string, fileName: string, first: number): Instrumented {
  let next = first
  const texts = new Set<string>()

  const count = () => {
    const counter = factory.createElementAccessExpression(factory.createIdentifier(hits), next)
    next += 1
    return factory.createPostfixIncrement(counter)
  }
  const counted = (expression: ts.Expression) =>
    factory.createParenthesizedExpression(factory.createComma(count(), expression))
  const countedBlock = (statement: ts.Statement) =>
    factory.createBlock(
      [factory.createExpressionStatement(count()), ...(ts.isBlock(statement) ? statement.statements : [statement])],
      true,
    )

  const transform: ts.TransformerFactory<ts.SourceFile> = (context) => {
    const visit = (node: ts.Node): ts.Node => {
      if (ts.isTypeNode(node)) return node
      if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) texts.add(node.text)
      const inner = ts.visitEachChild(node, visit, context)
      if (ts.isIfStatement(inner))
        return factory.updateIfStatement(
          inner,
          inner.expression,
          countedBlock(inner.thenStatement),
          countedBlock(inner.elseStatement ?? factory.createBlock([])),
        )
      if (ts.isConditionalExpression(inner))
        return factory.createConditionalExpression(
          inner.condition,
          inner.questionToken,
          counted(inner.whenTrue),
          inner.colonToken,
          counted(inner.whenFalse),
        )
      if (ts.isBinaryExpression(inner) && isShortCut(inner.operatorToken.kind))
        return factory.createBinaryExpression(inner.left, inner.operatorToken, counted(inner.right))
      if (ts.isArrowFunction(inner))
        return factory.updateArrowFunction(
          inner,
          inner.modifiers,
          inner.typeParameters,
          inner.parameters,
          inner.type,
          inner.equalsGreaterThanToken,
          ts.isBlock(inner.body) ? countedBlock(inner.body) : counted(inner.body),
        )
      if (ts.isFunctionDeclaration(inner) && inner.body !== undefined)
        return factory.updateFunctionDeclaration(
          inner,
          inner.modifiers,
          inner.asteriskToken,
          inner.name,
          inner.typeParameters,
          inner.parameters,
          inner.type,
          countedBlock(inner.body),
        )
      if (ts.isForOfStatement(inner))
        return factory.updateForOfStatement(
          inner,
          inner.awaitModifier,
          inner.initializer,
          inner.expression,
          countedBlock(inner.statement),
        )
      if (ts.isForStatement(inner))
        return factory.updateForStatement(
          inner,
          inner.initializer,
          inner.condition,
          inner.incrementor,
          countedBlock(inner.statement),
        )
      if (ts.isWhileStatement(inner))
        return factory.updateWhileStatement(inner, inner.expression, countedBlock(inner.statement))
      if (ts.isCatchClause(inner))
        return factory.updateCatchClause(inner, inner.variableDeclaration, countedBlock(inner.block))
      if (ts.isCaseOrDefaultClause(inner)) {
        const statements = [factory.createExpressionStatement(count()), ...inner.statements]
        return ts.isCaseClause(inner)
          ? factory.updateCaseClause(inner, inner.expression, statements)
          : factory.updateDefaultClause(inner, statements)
      }
      return inner
    }
    return (file) => ts.visitEachChild(file, visit, context)
  }

  const { outputText } = ts.transpileModule(source, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
    transformers: { before: [transform] },
  })
  const code = `import { ${hits} } from '${hitsModule}'\n${outputText}`
  return { code, branches: next - first, texts: [...texts] }
}

function isShortCut(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  )
}
