// Runs the grammar over files of the language: every line is read to its end, and certain words have certain scopes.
// usage: node grammar-test.mjs LIBRARIES GRAMMAR CASES FILE…    (CASES: [{line, word, scope}])

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [libraries, grammarFile, casesFile, ...files] = process.argv.slice(2);
const require = createRequire(join(libraries, "package.json"));
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    textmate.parseRawGrammar(readFileSync(grammarFile, "utf8"), "botwright.json"),
});
const grammar = await registry.loadGrammar("source.botwright");

let failed = 0;
const complain = (text) => {
  failed += 1;
  console.error(text);
};

for (const { line, word, scope } of JSON.parse(readFileSync(casesFile, "utf8"))) {
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  const at = line.indexOf(word);
  const token = tokens.find((one) => one.startIndex <= at && at < one.endIndex);
  if (!token?.scopes.some((one) => one.startsWith(scope))) {
    complain(`${JSON.stringify(line)}: ${word} has ${token?.scopes.join(" ")}, not ${scope}`);
  }
}

let lines = 0;
for (const file of files) {
  let state = textmate.INITIAL;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const result = grammar.tokenizeLine(line, state, 5000);
    if (result.stoppedEarly || (line && result.tokens.at(-1).endIndex < line.length)) {
      complain(`${file}: stopped in ${JSON.stringify(line)}`);
    }
    lines += 1;
    state = result.ruleStack;
  }
  const { tokens } = grammar.tokenizeLine("# the end", state);
  if (!tokens[0].scopes.some((one) => one.startsWith("comment"))) {
    complain(`${file}: a text or comment is still open at the end`);
  }
}
console.log(`${files.length} files, ${lines} lines, ${failed} wrong`);
process.exit(failed ? 1 : 0);
