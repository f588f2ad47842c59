--- an endless loop: TIME
while true do end
--- an endless repeat: TIME
repeat until false
--- an endless goto: TIME
::top:: goto top
--- an endless numeric for: TIME
for i = 1, math.huge do end
--- a numeric for over all integers: TIME
for i = math.mininteger, math.maxinteger do end
--- a float for that never advances: TIME
for i = 2^53, 2^53 + 2 do if i > 2^53 + 1 then return end i = 0 end for i = 1e300, math.huge do end
--- a loop inside pcall: TIME
while true do pcall(function() while true do end end) end
--- a loop inside pcall inside pcall: TIME
pcall(function() pcall(function() while true do end end) while true do end end)
--- a loop that swallows every error: TIME
while true do pcall(error, {}) end
--- a loop inside xpcall's function: TIME
xpcall(function() while true do end end, function() return 1 end)
--- a loop inside xpcall's handler: TIME
xpcall(error, function() while true do end end, 'x')
--- a handler that fails for ever: ANY
while true do xpcall(error, function(e) error(e) end, 'x') end
--- a loop in a to-be-closed variable's end: TIME
do local x <close> = setmetatable({}, { __close = function() while true do end end }) end
--- a to-be-closed variable that tries again: TIME
local function again() local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end
again()
--- endless recursion: DEPTH
local function f() return 1 + f() end f()
--- endless mutual recursion: DEPTH
local f, g
function f(n) return g(n) + 1 end
function g(n) return f(n) + 1 end
f(1)
--- endless recursion inside pcall: DEPTH
local function f() local ok, e = pcall(f) return ok end f()
--- recursion that doubles inside pcall: ANY
local function f() pcall(f) pcall(f) end f()
--- endless tail recursion: TIME
local function f(n) return f(n + 1) end f(1)
--- endless tail recursion between methods: TIME
local o = {}
function o:a() return self:b() end
function o:b() return self:a() end
o:a()
--- recursion through __index: DEPTH
local t = setmetatable({}, { __index = function(t, k) return t[k] end }) return t.x
--- a chain of __index in a circle: ANY
local a, b = {}, {}
setmetatable(a, { __index = b }) setmetatable(b, { __index = a })
while true do pcall(function() return a.x end) end
--- recursion through __newindex: DEPTH
local t = setmetatable({}, { __newindex = function(t, k, v) t[k] = v end }) t.x = 1
--- recursion through __call: ANY
local t = setmetatable({}, {}) getmetatable(t).__call = t t()
--- recursion through __tostring: DEPTH
local t = setmetatable({}, { __tostring = function(t) return tostring(t) end }) tostring(t)
--- recursion through __eq: DEPTH
local m = {} m.__eq = function(a, b) return a == b end
return setmetatable({}, m) == setmetatable({}, m)
--- recursion through __lt in sort: DEPTH
local m = {} m.__lt = function(a, b) return a < b end
table.sort({ setmetatable({}, m), setmetatable({}, m) })
--- recursion through __concat: DEPTH
local m = {} m.__concat = function(a, b) return a .. b end
return setmetatable({}, m) .. 'x'
--- recursion through __len: DEPTH
local t t = setmetatable({}, { __len = function() return #t end }) return #t
--- recursion through __unm: DEPTH
local t t = setmetatable({}, { __unm = function() return -t end }) return -t
--- recursion through __pairs: DEPTH
local t t = setmetatable({}, { __pairs = function() return pairs(t) end }) pairs(t)
--- recursion through gsub: DEPTH
local function f(x) return (('a'):gsub('a', f)) end f()
--- recursion through deep expressions: DEPTH
local function f(n) return ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1 + f(n) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) end f(1)
--- recursion through nested constructors: DEPTH
local function f() return {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{ f() }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}} end f()
--- a metamethod loop: TIME
local t = setmetatable({}, { __index = function() while true do end end }) return t.x
--- an error object with a looping __tostring: TIME
local ok, e = pcall(error, setmetatable({}, { __tostring = function() while true do end end })) return tostring(e)
--- an iterator that never ends: TIME
for x in function() return 1 end do end
--- a __pairs that never ends: TIME
for k in pairs(setmetatable({}, { __pairs = function() return function() return 1 end end })) do end
--- ipairs over an endless __index: TIME
for i in ipairs(setmetatable({}, { __index = function(t, i) return i end })) do end
--- an order that is always true: ANY
local t = {} for i = 1, 5000 do t[i] = i end
while true do table.sort(t, function() return true end) end
--- an order that never answers: TIME
table.sort({ 3, 2, 1 }, function() while true do end end)
--- a pathological pattern: TIME
return (('a'):rep(10000)):find(('a*'):rep(20) .. 'b')
--- a pattern with many lazy parts: TIME
return (('a'):rep(5000)):find('.-.-.-.-.-.-b')
--- a pattern with many optional parts: TIME
return (('a'):rep(5000)):match(('a?'):rep(100) .. ('a'):rep(100) .. 'b')
--- a quadratic pattern: TIME
local s = ('a'):rep(100000) while true do s:find('a*b') end
--- back references: TIME
return (('a'):rep(20000)):find('(a*)%1b')
--- balanced brackets that never balance: TIME
local s = ('('):rep(100000) while true do s:find('%b()') end
--- a frontier over a big set: TIME
local s = ('a'):rep(50000) while true do s:find('%f[' .. ('xyz'):rep(200) .. ']') end
--- gsub with an empty pattern: ANY
local s = ('a'):rep(100000) while true do s:gsub('', '') end
--- gsub that grows: MEMORY
local s = 'a' while true do s = s:gsub('a', 'aaaaaaaaaa') end
--- gsub with a looping function: TIME
return (('a'):rep(10)):gsub('a', function() while true do end end)
--- gmatch over nothing: TIME
while true do for x in (('a'):rep(100000)):gmatch('b*c') do end end
--- a plain find of what is almost there: TIME
local s, w = ('a'):rep(400000), ('a'):rep(1000) .. 'b' while true do s:find(w, 1, true) end
--- string.rep beyond memory: MEMORY
return ('x'):rep(1 << 40)
--- string.rep beyond numbers: ANY
return ('x'):rep(math.maxinteger)
--- string.rep inside pcall: MEMORY
while true do pcall(string.rep, 'x', 1 << 30) end
--- string.rep with a separator: MEMORY
return ('x'):rep(1 << 24, 'yyyyyyyyyyyyyyyy')
--- string.rep of nothing, very often: TIME
while true do (''):rep(1 << 60) end
--- doubling a string: MEMORY
local s = 'x' while true do s = s .. s end
--- doubling a string in a table: MEMORY
local t = { 'x' } while true do t[1] = table.concat({ t[1], t[1] }) end
--- many strings kept: MEMORY
local t = {} for i = 1, math.huge do t[i] = ('x'):rep(1000) .. i end
--- many strings kept in globals: MEMORY
for i = 1, math.huge do _G['k' .. i] = 'v' .. i end
--- many tables kept: MEMORY
local t = {} while true do t = { t } end
--- many closures kept: MEMORY
local f = nil while true do local g = f f = function() return g end end
--- many numbers kept: MEMORY
local t = {} for i = 1, math.huge do t[i] = i + 0.5 end
--- many keys kept: MEMORY
local t = {} for i = 1, math.huge do t[i * 1000003] = true end
--- a table filled from the end: MEMORY
local t = {} for i = 1 << 30, 1, -1 do t[i] = i end
--- table.insert for ever: MEMORY
local t = {} while true do table.insert(t, {}) end
--- table.insert at the front: ANY
local t = {} while true do table.insert(t, 1, 1) end
--- gmatch iterators that keep their text: MEMORY
local t = {} for i = 1, math.huge do t[i] = (('x'):rep(10000) .. i):gmatch('y') end
--- values hidden in arguments: ANY
local function f(n, ...) return select('#', ('x'):rep(50000) .. n, f(n + 1, ...), ('y'):rep(50000) .. n) end f(1)
--- varargs that grow: ANY
local function f(...) return f(1, ...) end f()
--- varargs that double: ANY
local function f(...) return f(..., ...) end f(1)
--- select in a loop over many: TIME
local t = {} for i = 1, 5000 do t[i] = i end
while true do (function(...) for i = 1, select('#', ...) do local x = select(i, ...) end end)(table.unpack(t)) end
--- table.unpack beyond memory: MEMORY
return table.unpack({}, 1, 999999)
--- table.unpack of everything: ANY
return table.unpack({}, 1, math.maxinteger)
--- table.move of everything: TIME
return table.move({}, 1, math.maxinteger - 1, 2)
--- table.concat of everything: ANY
return table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, math.maxinteger)
--- table.concat that grows: MEMORY
return table.concat(setmetatable({}, { __index = function() return ('x'):rep(1000) end }), '', 1, math.maxinteger)
--- table.insert with an endless length: ANY
table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1, 'x')
--- table.remove with an endless length: TIME
table.remove(setmetatable({}, { __len = function() return math.maxinteger end }), 1)
--- table.sort with a giant length: ANY
table.sort(setmetatable({}, { __len = function() return (1 << 31) - 20 end }))
--- unpack with a giant length: ANY
table.unpack(setmetatable({}, { __len = function() return 1 << 40 end }))
--- string.format with wide items: TIME
while true do string.format(('%99.99f'):rep(50), table.unpack((function() local t = {} for i = 1, 50 do t[i] = 1e300 end return t end)())) end
--- string.format that grows: MEMORY
local s = 'x' while true do s = string.format('%s%s%s', s, s, s) end
--- string.format quoting: MEMORY
local s = '\0' while true do s = string.format('%q%q', s, s) end
--- string.pack that grows: MEMORY
return string.pack('c100000000', 'x')
--- string.pack of padding: ANY
return string.pack(('x'):rep(900000))
--- string.packsize of a long format: TIME
local f = ('i4'):rep(100000) while true do string.packsize(f) end
--- string.byte of a long text: ANY
local s = ('x'):rep(500000) while true do s:byte(1, -1) end
--- string.char of many: ANY
local t = {} for i = 1, 5000 do t[i] = 65 end while true do string.char(table.unpack(t)) end
--- string.reverse of a long text: TIME
local s = ('x'):rep(300000) while true do s:reverse() end
--- string.upper of a long text: TIME
local s = ('x'):rep(300000) while true do s:upper() end
--- string.lower of a text without letters: TIME
local s = (' '):rep(800000) while true do s:lower() end
--- comparing long texts: TIME
local a, b = ('x'):rep(300000) .. 'a', ('x'):rep(300000) .. 'b' while true do local c = a < b end
--- equality of long texts: TIME
local a, b = ('x'):rep(300000) .. 'a', ('x'):rep(300000) .. 'a' while true do local c = a == b end
--- long texts as keys: TIME
local a, b = ('x'):rep(300000) .. 'a', ('x'):rep(300000) .. 'a' local t = { [a] = 1 } while true do local c = t[b] end
--- texts with the same hash as keys: ANY
local t = {}
local function grow(prefix, depth) if depth == 0 then t[prefix] = 1 else grow(prefix .. 'Aa', depth - 1) grow(prefix .. 'BB', depth - 1) end end
while true do grow('', 12) for k in pairs(t) do local x = t[k .. ''] end end
--- tonumber of a long text: TIME
local s, l = ('1'):rep(4000), ('1'):rep(500000) while true do tonumber(s) tonumber(l) end
--- tonumber of a long text with a base: TIME
local s = ('1'):rep(500000) while true do tonumber(s, 7) end
--- arithmetic on a long text: ANY
local s = ('1'):rep(500000) while true do local x = s + 1 end
--- a long text as an integer argument: ANY
local s = ('0'):rep(500000) .. '1' while true do ('x'):rep(s) end
--- utf8.len of a long text: TIME
local s = ('x'):rep(500000) while true do utf8.len(s) end
--- utf8.codepoint of a long text: ANY
local s = ('x'):rep(500000) while true do utf8.codepoint(s, 1, -1) end
--- utf8.offset through a long text: TIME
local s = ('\x80'):rep(500000) while true do utf8.offset(s, 0, 500000) end
--- utf8.codes over a long text: TIME
local s = ('x'):rep(500000) while true do for p in utf8.codes(s) do end end
--- next over a table emptied from the front: TIME
local t = {} for i = 1, 2000 do t['k' .. i] = i end for i = 1, 2000 do t['k' .. i] = nil end while true do next(t) end
--- rehash back and forth: TIME
local t = {} while true do for i = 1, 100 do t['k' .. i] = i end for i = 1, 100 do t['k' .. i] = nil end end
--- an error message from a giant name: ANY
local m = { __name = ('x'):rep(500000) } local t = setmetatable({}, m) while true do pcall(function() return t + 1 end) end
--- giant error messages: ANY
local s = ('x'):rep(500000) while true do pcall(error, s) pcall(function() error(s) end) end
--- a giant returned text: MEMORY
local t = {} for i = 1, 100 do t[i] = ('x'):rep(100000) end return table.concat(t)
--- random numbers for ever: TIME
while true do math.random(1, (1 << 62) + 1) end
--- a walk made necessary again and again: ANY
local keep = {} for i = 1, 9000 do keep[i] = { i } end while true do local s = ('x'):rep(20000) .. #keep end
--- spoiling the globals first: TIME
string.rep = nil pcall = nil _G.error = nil while true do end
--- an environment that answers everything: TIME
local _ENV = setmetatable({}, { __index = function(t, k) return k end }) while x do end
--- string.format with flags without end: TIME
local s = '%' .. ('-'):rep(900000) while true do pcall(string.format, s, 1) end
--- string.format of a piece of a long text: TIME
local s = ('x'):rep(900000) while true do string.format('%.1s', s) end
--- string.pack of a text that ends with a zero: ANY
local s = ('x'):rep(900000) .. '\0' while true do pcall(string.pack, 'z', s) end
--- table.concat of floats with many digits: ANY
local t = {} for i = 1, 1000 do t[i] = 5e-324 end while true do table.concat(t) end
--- gsub with floats of many digits: ANY
local s = ('x'):rep(1000) while true do s:gsub('x', { x = 5e-324 }) end
--- pairs over an array that is empty up to its end: TIME
local t = {} for i = 1, 30000 do t[i] = i end for i = 1, 29999 do t[i] = nil end while true do for k in pairs(t) do end end
--- a long numeral as the control of ipairs: ANY
local f, s = ipairs({}), ('0'):rep(4000) .. '.5' while true do pcall(f, {}, s) end
--- a long numeral as a length: ANY
local t = setmetatable({}, { __len = function() return ('0'):rep(4000) end }) while true do table.unpack(t) end
--- library functions that call each other through __index: ANY
local next = ipairs({}) local t = setmetatable({}, { __index = next }) return t[1]
--- table.concat that is its own __index: ANY
local t = setmetatable({}, { __index = table.concat, __len = function() return 5 end }) return t[1]
--- table.insert that is its own __newindex: ANY
local t = setmetatable({}, { __newindex = table.insert }) t[1] = 1
--- unfinished matches of a place: TIME
while true do local x = ('abc'):find('()%1a') end
