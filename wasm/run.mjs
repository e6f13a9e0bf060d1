// Runs every golden scene and table of the module named on the command line and prints, as hashes.txt has it: name, events, hash.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, items, name_at, name_length, run, events } = instance.exports;
for (let item = 0; item < items(); item += 1) {
  const name = new TextDecoder().decode(new Uint8Array(memory.buffer, name_at(item), name_length(item)));
  const hash = BigInt.asUintN(64, run(item)).toString(16).padStart(16, '0');
  console.log(`${name} ${BigInt.asUintN(64, events())} ${hash}`);
}
