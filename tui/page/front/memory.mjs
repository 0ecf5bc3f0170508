// Lets code compiled from Python's side work on Python's own memory: call this before Python is
// loaded; then `pythonMemory` is the memory that a WebAssembly module has or is given.
export function shareMemory() {
  const found = (memory) => {
    if (memory instanceof WebAssembly.Memory) globalThis.pythonMemory = memory;
  };
  const noting = (start) => async (source, imports) => {
    const made = await start(source, imports);
    [imports?.env?.memory, ...Object.values((made.instance ?? made).exports)].forEach(found);
    return made;
  };
  WebAssembly.instantiate = noting(WebAssembly.instantiate.bind(WebAssembly));
  WebAssembly.instantiateStreaming = noting(WebAssembly.instantiateStreaming.bind(WebAssembly));
}
