// Ends the process where Node.js is too old. Imported before modules that use functions of later versions.
var version = process.versions.node.split('.').map(Number)
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    'Placard needs Node.js 20.19 or newer; this is ' +
      process.version +
      '. Install it from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}
