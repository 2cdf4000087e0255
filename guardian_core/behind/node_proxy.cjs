// Loaded into Node by `guardian exec`: Node before 22.21 reads HTTPS_PROXY in neither `fetch` nor `http`.
// Both get a connection that is a tunnel through the proxy; hosts of NO_PROXY are left alone.
'use strict';
const [major, minor] = process.versions.node.split('.').map(Number);
const reads = major >= 24 || (major === 22 && minor >= 21);
const proxy = process.env.HTTPS_PROXY || process.env.https_proxy;
if (!reads && proxy && process.env.NODE_USE_ENV_PROXY === '1') {
  const http = require('node:http');
  const https = require('node:https');
  const net = require('node:net');
  const tls = require('node:tls');
  const through = new URL(proxy);
  const outside = (process.env.NO_PROXY || process.env.no_proxy || '').split(',').map((name) => name.trim()).filter(Boolean);

  const direct = (host) =>
    !host || outside.some((name) => host === name || host.endsWith(name.startsWith('.') ? name : `.${name}`));

  // A socket to host:port behind the proxy, in TLS where `secure` holds its options.
  const tunnel = (host, port, secure, done) => {
    const where = net.isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
    const asked = http.request({
      host: through.hostname.replace(/^\[|\]$/g, ''), port: through.port || 80, method: 'CONNECT', path: where,
      headers: { Host: where }, agent: false,
    });
    asked.once('connect', (reply, socket) => {
      if (reply.statusCode !== 200) {
        socket.destroy();
        done(new Error(`the proxy answered CONNECT with ${reply.statusCode}`));
        return;
      }
      if (!secure) { done(null, socket); return; }
      const wrapped = tls.connect({ ...secure, socket }, () => { wrapped.off('error', done); done(null, wrapped); });
      wrapped.once('error', done);
    });
    asked.once('error', done);
    asked.end();
  };

  const named = (host) => (net.isIP(host) ? '' : host);

  class Tunnels extends http.Agent {
    createConnection(options, done) {
      const host = options.host || options.hostname;
      if (direct(host)) return super.createConnection(options, done);
      tunnel(host, options.port || 80, null, done);
      return undefined;
    }
  }
  class SecureTunnels extends https.Agent {
    createConnection(options, done) {
      const host = options.host || options.hostname;
      if (direct(host)) return super.createConnection(options, done);
      const servername = options.servername || named(host);
      tunnel(host, options.port || 443, { ...options, host: undefined, port: undefined, path: undefined, servername }, done);
      return undefined;
    }
  }
  http.globalAgent = new Tunnels({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
  https.globalAgent = new SecureTunnels({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

  // `fetch` is loaded when it is first touched, and keeps the dispatcher that it finds under this symbol by then or later.
  const dispatcher = Symbol.for('undici.globalDispatcher.1');
  const connect = (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const secure = options.protocol === 'https:';
    const port = Number(options.port) || (secure ? 443 : 80);
    if (!direct(host)) {
      tunnel(host, port, secure ? { servername: options.servername || named(host), ALPNProtocols: ['http/1.1'] } : null, done);
      return;
    }
    const socket = secure
      ? tls.connect({ host, port, servername: options.servername || named(host), ALPNProtocols: ['http/1.1'] })
      : net.connect({ host, port });
    socket.once(secure ? 'secureConnect' : 'connect', () => { socket.off('error', done); done(null, socket); });
    socket.once('error', done);
  };
  const original = globalThis.fetch;
  let ready = false;
  const prepare = () => {
    if (ready || typeof original !== 'function') return;
    ready = true;
    void globalThis.Request; // loads undici, which sets its dispatcher
    const Agent = globalThis[dispatcher] && globalThis[dispatcher].constructor;
    if (Agent && Agent.name === 'Agent') globalThis[dispatcher] = new Agent({ connect });
  };
  if (typeof original === 'function') {
    globalThis.fetch = function fetch(...given) {
      prepare();
      return original.apply(this, given);
    };
  }
}
