import { checkDialect } from './lib/schema.ts'
import { readJson, type Files } from './lib/files.ts'
import { TypeFile } from './lib/types.ts'

export default async function generate(root: string): Promise<Files> {
  const types = new TypeFile()
  for (const [name, file] of Object.entries({
    Operator: 'schemas/operator.json',
    OperatorServer: 'schemas/operatorServer.json',
  })) {
    const schema = readJson(root, file)
    checkDialect(schema, file)
    types.add(name, types.read(schema, file))
  }
  return new Map([['src/generated/operator.ts', await types.write()]])
}
