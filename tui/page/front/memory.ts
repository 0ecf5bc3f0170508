// Lets code compiled from Python's side work on Python's own memory: call this before Python is
// loaded; then `pythonMemory` is the memory that a WebAssembly module has or is given.
type Start = (source: any, imports?: WebAssembly.Imports) => Promise<any>;

export function shareMemory(): void {
  const found = (memory: unknown) => {
    if (memory instanceof WebAssembly.Memory) Object.assign(globalThis, { pythonMemory: memory });
  };
  const noting = (start: Start): Start => async (source, imports) => {
    const made = await start(source, imports);
    [imports?.env?.memory, ...Object.values((made.instance ?? made).exports)].forEach(found);
    return made;
  };
  WebAssembly.instantiate = noting(WebAssembly.instantiate.bind(WebAssembly) as Start);
  WebAssembly.instantiateStreaming = noting(WebAssembly.instantiateStreaming.bind(WebAssembly));
}
