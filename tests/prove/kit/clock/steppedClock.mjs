// Preloaded by a server (node --import): its clock of the machine is off by the milliseconds in the file CLOCK_STEP, read at each SIGUSR2.
import { readFileSync } from 'node:fs'

const machine = Date.now
let offset = 0
globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(machine() + offset)
    else super(...parts)
  }

  static now() {
    return machine() + offset
  }
}
process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CLOCK_STEP ?? '', 'utf8'))
})
