// The engine is the installed program, behind a local server: POST api/<name>.
// A plain answer is JSON. A long one is a line of JSON per step: {"progress": …}, at the end {"value": …} or
// {"error": …}.
import { type CallOptions, type Engine, EngineError, type EngineState } from "./engine";
import type { Answer, Argument, Failure, Name } from "../calls";

export class ServerEngine implements Engine {
  readonly kind = "server";
  constructor(private readonly base: string) {}

  onState(listener: (state: EngineState) => void) {
    listener({ is: "ready", ms: performance.now() });
  }

  async call<N extends Name>(
    name: N,
    argument: Argument<N>,
    { signal, progress }: CallOptions<N> = {},
  ): Promise<Answer<N>> {
    let response: Response;
    try {
      response = await fetch(this.base + name, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(argument),
        signal,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError({ code: "no-server", message: String(error) });
    }
    if (response.headers.get("content-type")?.startsWith("application/x-ndjson"))
      return this.lines<N>(response, progress);
    return value<N>(
      await response.json().catch(() => ({ error: { code: "no-server", message: response.statusText } })),
    );
  }

  private async lines<N extends Name>(response: Response, progress?: (part: Answer<N>) => void): Promise<Answer<N>> {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value: text, done } = await reader.read();
      const parts = (rest + (text ?? "")).split("\n");
      rest = done ? "" : parts.pop()!;
      for (const part of parts) {
        if (!part.trim()) continue;
        const line = JSON.parse(part);
        if ("progress" in line) progress?.(line.progress);
        else return value<N>("value" in line ? line.value : line);
      }
      if (done) throw new EngineError({ code: "no-server", message: "the answer stopped early" });
    }
  }
}

function value<N extends Name>(answer: unknown): Answer<N> {
  if (answer && typeof answer === "object" && "error" in answer) throw new EngineError(answer.error as Failure);
  return answer as Answer<N>;
}
