// Loaded into Node by `guardian exec`: Node before 22.21 reads HTTPS_PROXY in neither `fetch` nor `http`, and later ones not in agents
// that a program makes for itself. They get a connection that is a tunnel through the proxy; hosts of NO_PROXY are left alone.
'use strict';
const [major, minor] = process.versions.node.split('.').map(Number);
const reads = major >= 24 || (major === 22 && minor >= 21);
const proxy = process.env.HTTPS_PROXY || process.env.https_proxy;
if (proxy && process.env.NODE_USE_ENV_PROXY === '1') {
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
      method: 'CONNECT', path: where, headers: { Host: where },
      createConnection: () => net.connect({ host: through.hostname.replace(/^\[|\]$/g, ''), port: Number(through.port) || 80 }),
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

  // Of every agent, also of those that a program makes for itself; one that brings a way of its own to connect keeps it.
  const behind = (kind, port, secure) => {
    const original = kind.prototype.createConnection;
    kind.prototype.createConnection = function createConnection(options, done) {
      const host = options && (options.host || options.hostname);
      const native = this.options && this.options.proxyEnv; // Node does it by itself
      const left = typeof done !== 'function' || !host || options.socketPath || native || host === through.hostname || direct(host);
      if (left) return original.apply(this, arguments);
      const servername = options.servername || named(host);
      const wanted = secure ? { ...options, host: undefined, port: undefined, path: undefined, servername } : null;
      tunnel(host, options.port || port, wanted, done);
      return undefined;
    };
  };
  behind(http.Agent, 80, false);
  behind(https.Agent, 443, true);

  // `fetch`, the built-in one and undici's own, takes its connections from the dispatcher under this symbol.
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
  if (!reads && typeof globalThis.fetch === 'function') {
    void globalThis.Request; // loads what is built in, which puts its dispatcher there
    const symbol = Symbol.for('undici.globalDispatcher.1');
    const Agent = globalThis[symbol] && globalThis[symbol].constructor;
    if (Agent && Agent.name === 'Agent') globalThis[symbol] = new Agent({ connect });
  }
}
