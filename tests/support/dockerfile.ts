/** An instruction of a Dockerfile with its text, continued lines joined. */
export interface Instruction {
  name: string
  text: string
}

/** A stage of a build: what FROM to the next FROM says. */
export interface Stage {
  from: string
  /** Its name after AS. */
  name: string | null
  instructions: Instruction[]
}

/** Parses a Dockerfile: the arguments before the first stage, and the stages. Throws for a line that is no instruction. */
export function parseDockerfile(text: string): { arguments: Map<string, string>; stages: Stage[] } {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const given = new Map<string, string>()
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`No instruction: ${line}`)
    const instruction = { name, text: rest.trim() }
    if (name === 'FROM') {
      const [, from = '', , stage] = /^(\S+)(\s+AS\s+(\S+))?$/.exec(instruction.text) ?? []
      const resolved = from.replaceAll(/\$\{(\w+)\}/g, (_, argument: string) => given.get(argument) ?? '')
      stages.push({ from: resolved, name: stage ?? null, instructions: [] })
    } else if (stages.length > 0) stages.at(-1)?.instructions.push(instruction)
    else if (name === 'ARG') {
      const [argument = '', value = ''] = instruction.text.split('=')
      given.set(argument, value)
    } else throw new Error(`Before the first stage: ${line}`)
  }
  return { arguments: given, stages }
}

/** The variables of the ENV instructions. */
export const environmentOf = ({ instructions }: Stage): Record<string, string> =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string])),
  )

/** The only instruction of a name. */
export function theOnly({ instructions }: Stage, name: string): string {
  const [found, ...more] = instructions.filter((instruction) => instruction.name === name)
  if (!found || more.length > 0) throw new Error(`The stage has ${found ? 'several' : 'no'} ${name}`)
  return found.text
}
