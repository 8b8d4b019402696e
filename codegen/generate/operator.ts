import { checkDialect } from './lib/schema.ts'
import { HEADER, readJson, type Files } from './lib/files.ts'
import { TypeWriter } from './lib/typescript.ts'

export default function generate(root: string): Files {
  const types = Object.entries({ Operator: 'schemas/operator.json', OperatorServer: 'schemas/operatorServer.json' }).map(([name, file]) => {
    const schema = readJson(root, file)
    checkDialect(schema, file)
    return `/** ${schema.description ?? name} */\nexport interface ${name} {\n${new TypeWriter(file).members(schema, '  ')}}\n`
  })
  return new Map([['src/generated/operator.ts', `${HEADER}\n${types.join('\n')}`]])
}
