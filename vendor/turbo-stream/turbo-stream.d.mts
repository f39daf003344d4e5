type DecodePlugin = (type: string, ...data: unknown[]) => { value: unknown } | false | null | undefined;
type EncodePlugin = (value: unknown) => [string, ...unknown[]] | false | null | undefined;
export declare function decode(
  readable: ReadableStream<Uint8Array>,
  options?: { plugins?: DecodePlugin[] },
): Promise<{ done: Promise<undefined>; value: unknown }>;
export declare function encode(
  input: unknown,
  options?: { plugins?: EncodePlugin[]; postPlugins?: EncodePlugin[]; signal?: AbortSignal },
): ReadableStream<Uint8Array>;
