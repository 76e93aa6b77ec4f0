/**
 * Service worker of the secretary's panel (`/AssemblyPanel`): without network, a reload shows a page that says so and
 * opens the panel again by itself. Stores no file and handles no API call.
 */
interface Navigation extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** Seconds between two tries to open the panel. */
const RETRY_S = 5;

const PAGE = `<!doctype html>
<html lang="es-CO">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="${RETRY_S}">
    <title>Sin conexión · SCAF</title>
    <style>body { max-width: 32rem; margin: 15vh auto; padding: 0 1rem; font: 1.25rem/1.5 sans-serif; }</style>
  </head>
  <body>
    <main>
      <h1>Sin conexión con el servidor</h1>
      <p>El panel se abre de nuevo solo cuando haya conexión. Lo que ya se guardó no se pierde.</p>
    </main>
  </body>
</html>`;

async function open(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return new Response(PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

self.addEventListener('fetch', (event) => {
  const navigation = event as Navigation;
  if (navigation.request.mode === 'navigate') navigation.respondWith(open(navigation.request));
});
