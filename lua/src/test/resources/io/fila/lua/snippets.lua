return 1, 1.0, -0.0, 1e15, 1e16, 2^53, 2^63, 10 // 3, -7 // 2, 7 // -2, -7 % 3, 7 % -3, 7.5 // 2, -7.5 % 2
----
return 1e308 * 10, -1e308 * 10, 1 / 0, -1 / 0, 0.0 == -0.0, 1 / 0.0, 1 / -0.0
----
return 3 | 4, 7 & 2, 5 ~ 3, ~0, 1 << 63, 1 << 64, 1 << -1, -1 >> 1, -1 >> 63, -1 >> 64, 2.0 | 1
----
return math.maxinteger + 1 == math.mininteger, math.mininteger - 1, math.maxinteger * 2, -math.mininteger
----
return math.mininteger // -1, math.mininteger % -1, 5 % math.huge, -5 % math.huge, 5 % -math.huge, 5.3 % math.huge
----
return 1 // 0
----
return 1 % 0
----
return 1.0 // 0, -1 // 0.0, 0 / 0 ~= 0 / 0, 1 % 0.0 ~= 1 % 0.0
----
return '10' + 5, '3' * '4', '0x10' + 0, '1e1' + 0, 10 .. 20, 1.5 .. '', -0.0 .. ''
----
return '3' | 0
----
return 'abc' + 1
----
return {} + 1
----
local t = {} return t.x + 1
----
local x return x + 1
----
return undefinedglobal + 1
----
local t = {a = {}} return t.a.b.c
----
local t = {} return t.a.b
----
undefinedfunction()
----
local t = {} t.method()
----
local t = {} t:method()
----
local f = 5 f()
----
local t = {{}} t[1][2][3] = 1
----
local s = 'x' s.y.z = 1
----
local s = 'x' s.y = 1
----
return #5
----
return #nil
----
local x = true return #x
----
return -{}
----
return 1 < 'x'
----
return {} < {}
----
return nil > 1
----
return 'a' < 'b', 'a' < 'B', '' < 'a', 'a' <= 'a', 'ab' < 'abc', 'Z' < 'a'
----
return 1 == 1.0, '1' == 1, 1 < 1.5, 2^53 == 2^53 + 1, math.maxinteger + 0.0 == math.maxinteger
----
return math.maxinteger < math.maxinteger + 0.0, math.maxinteger <= math.maxinteger + 0.0, math.mininteger <= -2^63
----
return 9007199254740993 < 9007199254740992.0, 9007199254740993 > 9007199254740992.0, 1 < math.huge, -math.huge < math.mininteger
----
return 'a' .. {} 
----
local x return 'a' .. x
----
return 1 .. nil
----
return 2^0.5, 4^0.5, 2^-1, (-2)^2, -2^2, 2^3^2, (-8)^(1/3) ~= (-8)^(1/3)
----
return 0x10, 0xA.8p0, 0x.1p4, 0xffffffffffffffff, 0x1p-2, 1e2, .5, 3., 0x7fffffffffffffff, 9223372036854775807, 9223372036854775808
----
return 0xfffffffffffffffff, 1e400, 123456789012345678901234567890
----
return tostring(1e15), tostring(1e14), tostring(123456.789e3), tostring(0.1), tostring(1/3), tostring(100.0), tostring(-1.5e-10), tostring(1e100)
----
return tostring(2^63), tostring(-2^63), tostring(3.14159265358979), tostring(1e-7), tostring(12345678901234567890), tostring(5e-324)
----
return tonumber('10'), tonumber('  10  '), tonumber('10x'), tonumber(''), tonumber(' '), tonumber('0x'), tonumber('1e'), tonumber('1e5'), tonumber('.'), tonumber('5.'), tonumber('.5')
----
return tonumber('10', 2), tonumber('zz', 36), tonumber('8', 8), tonumber('-ff', 16), tonumber('7fffffffffffffff', 16), tonumber('ffffffffffffffffff', 16), tonumber('', 10)
----
return tonumber('nan'), tonumber('inf'), tonumber('0x1p4'), tonumber('0x.8'), tonumber('1_000'), tonumber('1 0'), tonumber('+5'), tonumber('-+5'), tonumber('\t5\n')
----
return tonumber(nil)
----
return tonumber()
----
return tonumber('10', 99)
----
return tonumber(10, 10)
----
return math.tointeger(3.0), math.tointeger(3.5), math.tointeger('8'), math.tointeger({}), math.tointeger(2^63)
----
return math.type(1), math.type(1.0), math.type('1'), math.type(nil)
----
return math.type()
----
return math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.floor(1e100), math.floor(5), math.abs(-5), math.abs(math.mininteger), math.abs(-0.0)
----
return math.max(1, 2.5), math.max(2, 2.0), math.min(3, 1, 2), math.max(1), math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(7.5, 2), math.fmod(math.mininteger, -1)
----
return math.fmod(1, 0)
----
return math.fmod(1, 0.0) ~= math.fmod(1, 0.0), math.sqrt(16), math.pi, math.huge, -math.huge, math.ult(1, -1), math.ult(-1, 1)
----
return math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(math.huge), math.modf(-math.huge)
----
return math.log(8, 2), math.log(100, 10), math.log(1), math.exp(0), math.sin(0), math.cos(0), math.log(1024, 2), math.log(0)
----
math.randomseed(42) return math.random(100), math.random(100), math.random(5, 10), math.random(), math.random(0), math.random(1 << 40)
----
math.randomseed(123, 456) return math.random(1000000), math.random(-10, 10), math.random(math.mininteger, math.maxinteger), math.random(3)
----
return math.random(0, -1)
----
return math.random(2, 1)
----
return math.random(1, 2, 3)
----
return math.floor('x')
----
return math.floor({})
----
return math.floor()
----
return ('hello'):upper(), ('HeLLo'):lower(), ('abc'):reverse(), ('abc'):len(), #'abc', ('x'):rep(3), ('x'):rep(3, ','), ('x'):rep(0), ('x'):rep(-1)
----
return ('hello'):sub(2, 3), ('hello'):sub(-3), ('hello'):sub(2), ('hello'):sub(0), ('hello'):sub(10), ('hello'):sub(-100, 2), ('hello'):sub(3, 2), ('hello'):sub(-2, -1)
----
return ('hello'):byte(), ('hello'):byte(2), ('hello'):byte(-1), ('hello'):byte(1, 3), ('hello'):byte(10), ('').byte('')
----
return string.char(), string.char(72, 105), string.char(0, 255):byte(1, -1)
----
return string.char(256)
----
return string.char(-1)
----
return ('x'):bad()
----
return ('x').y, ('x').upper == string.upper
----
return string.sub()
----
return string.sub('x')
----
return ('x'):sub({})
----
return ('x'):rep('y')
----
return ('x'):rep(1.5)
----
return ('hello world'):find('wor'), ('hello'):find('l'), ('hello'):find('xyz'), ('hello'):find(''), ('hello'):find('', 10), ('hello'):find('', 6), ('hello'):find('l', -2)
----
return ('a.b'):find('.', 1, true), ('a.b'):find('%.'), ('a+b'):find('+', 1, true), ('a[b'):find('[', 1, true)
----
return ('hello'):find('(l)(l)'), ('hello'):find('()ll()'), ('hello'):match('(h)(.)'), ('hello'):match('.-l'), ('hello'):match('.*l'), ('hello'):match('^h'), ('hello'):match('^e')
----
return ('key = value'):match('^(%w+)%s*=%s*(%w+)$'), ('2024-01-15'):match('(%d+)-(%d+)-(%d+)'), ('  trim  '):match('^%s*(.-)%s*$')
----
return ('THE (quick) fox'):find('%((%a+)%)'), ('[[x]]'):match('%[%[(.-)%]%]'), ('f(a(b)c)d'):match('%b()'), ('THE (quick) fox'):gsub('%f[%a]%a+', 'W')
----
return ('abc'):gsub('', '-'), ('abc'):gsub('.', '%0%0'), ('abc'):gsub('b', ''), ('hello world'):gsub('o', '0', 1), ('abc'):gsub('%w', '%%')
----
return ('hello'):gsub('l', {l = 'L'}), ('hello'):gsub('.', {h = 1, e = true, l = false}), ('hello'):gsub('l', function(c) return c:upper() end), ('hello'):gsub('(h)(e)', '%2%1')
----
return ('hello'):gsub('.', {e = true})
----
return ('hello'):gsub('e', function() return {} end)
----
return ('x'):gsub('x', '%2')
----
return ('x'):gsub('x', '%a')
----
return ('x'):gsub('x', '%')
----
return ('x'):gsub('(', 'a')
----
return ('x'):gsub('[', 'a')
----
return ('x'):gsub('%', 'a')
----
return ('x'):match('(x')
----
return ('x'):match('x)')
----
return ('x'):match('%1')
----
return ('x'):match('%f')
----
return ('x'):match('%b')
----
return ('x'):match('[a')
----
return ('x'):match('[%')
----
return ('x'):match('[]')
----
return ('x'):match('[^]')
----
return ('x]'):match('[]]'), ('x^'):match('[x^]'), ('a-z'):match('[a%-z]+'), ('az-'):match('[a-]+'), ('-'):match('[%w-]'), ('b'):match('[a-c]')
----
return ('x'):gsub('x', nil)
----
return ('x'):gsub('x', true)
----
return ('x'):gsub()
----
return ('abc'):gsub('%w', '%1'), ('abc def'):gsub('(%w+) (%w+)', '%2 %1'), ('aaa'):gsub('a', 'b', 2), ('aaa'):gsub('^a', 'b'), ('abc'):gsub('$', '!'), ('abc'):gsub('c$', '!')
----
local r = {} for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do r[#r + 1] = k .. v end return r
----
local r = {} for w in ('one two'):gmatch('%a+') do r[#r + 1] = w end for p in ('abc'):gmatch('()') do r[#r + 1] = p end return r
----
local r = {} for w in ('abc'):gmatch('%w', 2) do r[#r + 1] = w end for w in ('abc'):gmatch('^a') do r[#r + 1] = w end return r
----
return ('%d'):format(3), ('%5d|%-5d|%05d|%+d'):format(42, 42, 42, 42), ('%x %X %#x %o'):format(255, 255, 255, 8), ('%c%c'):format(72, 105)
----
return ('%f %.2f %10.3f %-10.1f| %e %.0e %g %g %g'):format(3.14159, 2.5, 1.23456, 9.99, 12345.678, 5, 0.1, 1e20, 100)
----
return ('%a %A %.3a'):format(1, 0.5, 3.14159), ('%g %g %g'):format(1e15, 1e16, 123456789), ('%.3g %#g %G'):format(1234.5, 1.0, 1e-10)
----
return ('%s %s %s'):format(nil, true, {}) ~= nil, ('%10s|%-10s|%.2s'):format('hi', 'hi', 'hello'), ('%q'):format('a "quoted"\n\\ line\0\1\0019'), ('%%'):format()
----
return ('%q %q %q %q %q'):format(1, 1.5, true, nil, math.mininteger), ('%q'):format(1/0), ('%q'):format(-1/0), ('%i'):format(3.0)
----
return ('%d'):format(3.5)
----
return ('%d'):format('x')
----
return ('%d'):format('10')
----
return ('%d'):format()
----
return ('%y'):format(1)
----
return ('%'):format(1)
----
return ('%10'):format(1)
----
return ('%123d'):format(1)
----
return ('%.123f'):format(1)
----
return ('%#d'):format(1)
----
return ('%0s'):format('x')
----
return ('%5q'):format('x')
----
return ('%q'):format({})
----
return ('%s'):format()
----
return ('%c'):format('x')
----
return ('%5.2s|%.0s|%.10s'):format('abc', 'abc', 'abc'), ('%5s%5s'):format(1, 2.5), ('%.14g'):format(0.1), ('%.17g'):format(0.1), ('%.3f'):format(2/3), ('%5.1f'):format(-0.05)
----
return ('%.20f'):format(0.1), ('%.0f'):format(0.5), ('%.0f'):format(1.5), ('%.0f'):format(2.5), ('%10.4e'):format(123456), ('% d'):format(5), ('%+.1e'):format(0)
----
return ('%s'):format(setmetatable({}, {__tostring = function() return 'custom' end})), tostring(setmetatable({}, {__name = 'Named'})):match('^Named: ')
----
return tostring(setmetatable({}, {__tostring = function() return 1 end}))
----
return tostring(setmetatable({}, {__tostring = function() return {} end}))
----
return tostring()
----
return string.pack('<i4', 100):byte(1, -1)
----
return string.pack('>I2 <I2', 258, 258):byte(1, -1)
----
return string.unpack('<i4', '\100\0\0\0'), string.unpack('z', 'abc\0def'), string.unpack('s1', '\3abcd'), string.unpack('<d', string.pack('<d', 1.5))
----
return string.packsize('i4 i8 !8 d'), string.packsize('<!4 i1 i4'), string.packsize('c10'), string.packsize('b h i l j')
----
return string.packsize('s')
----
return string.packsize('z')
----
return string.pack('i1', 200)
----
return string.pack('I1', -1)
----
return string.pack('i17', 1)
----
return string.pack('Q', 1)
----
return string.pack('c2', 'abc')
----
return string.pack('z', 'a\0b')
----
return string.unpack('i4', 'abc')
----
return string.unpack('i4', 'abcd', 10)
----
return string.unpack('<i16', ('\255'):rep(16)), string.unpack('<I3', '\1\2\3'), string.unpack('>i3', '\255\255\254'), string.unpack('<f', string.pack('<f', 0.5))
----
return string.unpack('<i9', ('\1'):rep(9))
----
return string.pack('!4 i1 !4 i4', 1, 2):byte(1, -1)
----
return string.pack('<i1 Xi4 i4', 1, 2):byte(1, -1)
----
return string.pack('X', 1)
----
return string.pack('!3 i4', 1)
----
return string.unpack('<i2 i2', '\1\0\2\0', 1), string.unpack('<b', '\255'), string.unpack('B', '\255', -1), select('#', string.unpack('', ''))
----
return utf8.char(72, 228, 8364, 128512), utf8.char(), #utf8.char(0x7FFFFFFF), utf8.charpattern
----
return utf8.len('häß€'), utf8.len('\xff'), utf8.len('abc', 2), utf8.len('abc', 4), utf8.len(''), utf8.len('äöü', 3), utf8.len('abc', -2)
----
return utf8.len('abc', 5)
----
return utf8.codepoint('häß', 1, -1)
----
return utf8.codepoint('\xff')
----
return utf8.codepoint('abc', 4)
----
return utf8.codepoint('abc', 1, 10)
----
return utf8.offset('häß€', 3), utf8.offset('häß€', -1), utf8.offset('häß€', 0, 3), utf8.offset('abc', 5), utf8.offset('abc', 4), utf8.offset('abc', -4)
----
return utf8.offset('ä', 1, 2)
----
return utf8.offset('abc', 1, 10)
----
local r = {} for p, c in utf8.codes('aä€') do r[#r + 1] = p r[#r + 1] = c end return r
----
for p, c in utf8.codes('a\xff') do end
----
return utf8.char(-1)
----
return utf8.len('\u{D7FF}'), utf8.len('\xed\xa0\x80'), utf8.len('\xed\xa0\x80', 1, -1, true), utf8.len('\xf4\x90\x80\x80'), utf8.len('\xc0\x80')
----
return '\65\066\x41\u{48}\z
        x\a\b\f\n\r\t\v\\\'\"'
----
return 'a\
b', [[
first newline dropped]], [==[ ]] ]=] ]==], "it's", 'say "hi"'
----
return '\300'
----
return '\xZZ'
----
return '\u{110000000}'
----
return '\u{zz}'
----
return '\q'
----
return 'unfinished
----
return "unfinished
----
return [[unfinished
----
return [==x
----
return 3x
----
return 0x
----
return 1e
----
return 1..2
----
return 0x1g
----
--[[ long
comment ]] return 1 --[==[ another ]==] , 2 -- tail
----
--[[ unfinished
----
return @
----
return 1 $ 2
----
x = = 1
----
x = 
----
local
----
local x y
----
if x then
----
if x the
----
while true
----
while true do
----
for i = 1 do end
----
for i = 1, 2
----
for i in
----
for 1 = 1, 2 do end
----
for a, b = 1, 2 do end
----
repeat x = 1
----
function
----
function f
----
function f( x end
----
function f.g:h.i() end
----
return return
----
return 1 x = 2
----
end
----
do end end
----
break
----
goto nowhere
----
::a:: ::a::
----
do goto x end local y ::x:: print(y)
----
goto x local y ::x:: y = 1
----
goto x local y ::x::
----
do goto x local y = 1 ::x:: end return 'ok'
----
local r = 0 for i = 1, 10 do if i % 2 == 0 then goto continue end r = r + i ::continue:: end return r
----
local i = 1 ::top:: if i < 5 then i = i + 1 goto top end return i
----
do local k = 0 ::a:: k = k + 1 if k < 3 then goto a end do goto b end ::b:: return k end
----
for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next end end ::next:: end return 'done'
----
local fs = {} do local i = 1 ::top:: local x = i fs[i] = function() x = x + 1 return x end i = i + 1 if i <= 3 then goto top end end return fs[1](), fs[1](), fs[2](), fs[3]()
----
repeat local x = 1 goto continue ::continue:: until x == 1 return 'ok'
----
repeat goto continue local z = 1 ::continue:: until z == 1
----
f(
----
f{
----
x = {1, 2
----
x = {1 2}
----
x = {[1] 2}
----
x:y = 1
----
x.1 = 1
----
x + 1
----
(x)
----
(x) = 1
----
f() = 1
----
a, b + 1 = 2
----
local x <const> = 1 x = 2
----
local x <close> = nil x = 2
----
local x <foo> = 1
----
local x <const>, y <close> = 1, nil return x, y
----
local x <close>, y <close> = nil, nil
----
local x <const> = 5 local f = function() x = 6 end
----
return ...
----
function f() return ... end
----
local function f(...) return ... end return f(1, 2, 3), (f(1, 2, 3)), f()
----
local function f(a, ...) local x, y = ... return a, x, y, select('#', ...) end return f(1, 2, 3, 4)
----
return select('#'), select('#', nil, nil), select(2, 'a', 'b', 'c'), select(-1, 'a', 'b'), select(5, 1)
----
return select(0)
----
return select(-5, 1)
----
return select('x')
----
return select()
----
local a, b, c = (function() return 1, 2 end)() return a, b, c
----
local t = {(function() return 1, 2, 3 end)(), (function() return 1, 2, 3 end)()} return #t, t
----
local t = {(function() return 1, 2, 3 end)(), nil} return #t
----
return #{1, 2, nil}, #{1, nil, 3}, #{nil}, #{nil, nil, 3}, #{n = 1}, #{}
----
return {1, 2, 3, x = 1, ['y z'] = 2, [10] = 3, [2.0] = 'two', [3.5] = 4}
----
local t = {} t[1.0] = 'a' t[2^53] = 'b' return t[1], t[2^53 | 0], next({[1.0] = 1})
----
local t = {} t[nil] = 1
----
local t = {} t[0/0] = 1
----
local t = {} return t[nil], t[0/0]
----
return {[nil] = 1}
----
local t = {1, 2, 3} t[#t + 1] = 4 t[#t] = nil t[#t] = nil return #t, t
----
local t = {} for i = 1, 10 do t[i] = i end for i = 1, 10 do t[i] = nil end return #t, next(t)
----
local t = {} for i = 10, 1, -1 do t[i] = i end return #t
----
local t = {1, 2, 3, nil, 5, 6} return select('#', table.unpack(t))
----
return table.concat({1, 2, 3}), table.concat({1, 2, 3}, ', '), table.concat({'a', 'b', 'c'}, '-', 2, 3), table.concat({}), table.concat({1}, 'x', 1, 0), table.concat({1.5, 2})
----
return table.concat({1, {}, 3})
----
return table.concat({1, nil, 3}, ',', 1, 3)
----
return table.concat(1)
----
local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) table.insert(t, 3, 'x') return t
----
table.insert({1, 2, 3}, 6, 'x')
----
table.insert({1, 2, 3}, 0, 'x')
----
table.insert({1}, 1, 2, 3)
----
table.insert({})
----
table.insert(nil, 1)
----
local t = {1, 2, 3} return table.remove(t), table.remove(t, 1), table.remove(t), table.remove(t), #t
----
return table.remove({1, 2, 3}, 7)
----
local t = {1, 2, 3} return table.remove(t, 4), table.remove({}, 0), table.remove({}, nil), t
----
return table.move({1, 2, 3}, 1, 3, 2), table.move({1, 2, 3}, 2, 3, 1), table.move({1, 2, 3}, 1, 3, 1, {}), table.move({1, 2}, 1, 0, 5)
----
return table.move({}, 1, math.maxinteger, 2)
----
return table.pack(1, nil, 3), table.pack(), table.unpack({1, 2, 3}), table.unpack({1, 2, 3}, 2), table.unpack({1, 2, 3}, 2, 3), (table.unpack({}))
----
return table.unpack({}, 1, 1e7 // 1 | 0)
----
local t = {5, 2, 8, 1} table.sort(t) local u = {'b', 'a', 'c'} table.sort(u, function(a, b) return a > b end) return t, u
----
table.sort({1, 'x', 3})
----
table.sort({1, 2, 3}, 5)
----
table.sort({{}, {}})
----
local t = {3, 1, 2} table.sort(t, function(a, b) return a < b end) return t
----
local t = {} for i = 1, 100 do t[i] = (i * 37) % 101 end table.sort(t) for i = 2, 100 do if t[i - 1] > t[i] then return 'bad' end end return t[1], t[50], t[100]
----
return next({}), next({1}), next({a = 1}), type(next), rawlen({1, 2}), rawlen('abc'), rawequal({}, {}), rawequal('a', 'a'), rawget({5}, 1)
----
return next({}, 'nokey')
----
return next(5)
----
return rawlen(5)
----
return rawset({}, nil, 1)
----
return rawget(1, 2)
----
local t = {1, 2, 3} for k, v in pairs(t) do t[k] = nil end return next(t)
----
local t = {} for i = 1, 20 do t['k' .. i] = i end local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end return n, next(t)
----
local r = {} for i, v in ipairs({1, 2, nil, 4}) do r[i] = v end return r
----
for i, v in ipairs() do end
----
for i, v in ipairs(nil) do end
----
for k, v in pairs(nil) do end
----
for k, v in pairs() do end
----
for k in 5 do end
----
for k in nil do end
----
for i = 1, 'x' do end
----
for i = 'a', 2 do end
----
for i = 1, 2, {} do end
----
for i = 1, 10, 0 do end
----
for i = 1.0, 2, 0 do end
----
local r = {} for i = 1, 3 do r[#r + 1] = i end for i = 3, 1, -1 do r[#r + 1] = i end for i = 1.0, 2 do r[#r + 1] = i end for i = 1, 2.5 do r[#r + 1] = i end return r
----
local n = 0 for i = math.maxinteger - 1, math.maxinteger do n = n + 1 end for i = math.mininteger, math.mininteger + 1 do n = n + 1 end for i = 1, -math.huge do n = n + 1 end return n
----
local n = 0 for i = 1, 0 do n = n + 1 end for i = 3, math.huge, math.maxinteger do n = n + 1 end for i = 0.1, 1, 0.1 do n = n + 1 end return n
----
local n = 0 for i = math.maxinteger, math.mininteger, math.mininteger do n = n + 1 end return n
----
local fs = {} for i = 1, 3 do fs[i] = function() i = i + 1 return i end end return fs[1](), fs[1](), fs[2](), fs[3]()
----
local r = {} for k, v in next, {10, 20} do r[k] = v end for k, v in (function() local i = 0 return function() i = i + 1 if i < 3 then return i, i * 2 end end end)() do r[#r + 1] = v end return r
----
local i = 0 while true do i = i + 1 if i > 5 then break end end repeat i = i - 1 until i == 0 return i
----
local x = 1 do local x = 2 end local function f() return x end x = 3 return f()
----
local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end local inc, get = counter() inc() inc() return get()
----
local a = {} local x = 10 for i = 1, 3 do local x = x + i a[i] = function() x = x + 1 return x end end return a[1](), a[1](), a[2](), x
----
local function f(n) if n == 0 then return 'done' end return f(n - 1) end return f(100000)
----
local t = {n = 0} function t:inc(by) self.n = self.n + (by or 1) return self end return t:inc():inc(5).n
----
local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end return fact(20), fact(25)
----
local a, b, c = 1, 2 a, b = b, a return a, b, c
----
local t = {1, 2} local i = 1 i, t[i] = i + 1, 20 return i, t
----
local a = {} a.x, a.y, a.z = 1, 2 return a
----
local x, y = 1 return x, y
----
return nil == false, not nil, not 0, nil and 1, false or nil, 1 and 2, nil or 'x', false and error('no'), 1 or error('no')
----
return 1 and nil, (nil or false), not not 1, 1 == 1 and 'yes' or 'no', nil == nil
----
return 2 + 3 * 4 ^ 2 / 2, (2 + 3) * 4, 1 .. 2 == '12', not 1 == 2, -3 ^ 2, 7 // 2 * 2, 5 - 3 - 1, 'a' .. 'b' .. 'c' == 'abc', 1 << 2 + 1, 5 & 3 | 8, 1 < 2 == true
----
return pcall(error), pcall(error, 'x'), pcall(error, {1}), pcall(error, nil), pcall(error, 'x', 0)
----
return pcall(function() error('x') end), pcall(function() error('x', 0) end), pcall(function() error('x', 2) end), pcall(function() error() end), pcall(function() error({code = 1}) end)
----
local function f() error('deep', 2) end local function g() f() end return pcall(g)
----
return pcall(), 1
----
return pcall(5)
----
return pcall(pcall, error, 'x')
----
return xpcall(function() error('x') end, function(m) return 'handled: ' .. m end), xpcall(function(...) return ... end, print, 1, 2)
----
return xpcall(error, function(m) return m, 2 end, 'e')
----
return xpcall(error)
----
return xpcall(error, 5)
----
error('top level')
----
error('top level', 0)
----
error({})
----
error()
----
error(nil)
----
error(42)
----
error(setmetatable({}, {__tostring = function() return 'obj' end}))
----
assert(false)
----
assert(nil, 'message')
----
assert(false, {1})
----
assert()
----
return assert(1, 2, 3)
----
local ok, e = pcall(function() local x = nil; x() end) return e
----
local ok, e = pcall(function() local t = {}; t.x.y = 1 end) return e
----
local up = nil local ok, e = pcall(function() up.x = 1 end) return e
----
local up = nil local ok, e = pcall(function() return up() end) return e
----
local ok, e = pcall(function() return ('x')() end) return e
----
local ok, e = pcall(function() return (1 + 2)() end) return e
----
local ok, e = pcall(function() return a.b.c.d end) return e
----
local ok, e = pcall(function() return string.nofunc('x') end) return e
----
local ok, e = pcall(function() return ({}).x.y end) return e
----
local ok, e = pcall(function() return ({{}})[1].x.y end) return e
----
local t = {} local k = 'key' local ok, e = pcall(function() return t[k].y end) return e
----
local t = {} local ok, e = pcall(function() return t[1].y end) return e
----
local t = {} local ok, e = pcall(function() return t[1.5].y end) return e
----
local t = {} local ok, e = pcall(function() t[1]() end) return e
----
local t = {} local ok, e = pcall(function() t.a.b() end) return e
----
local t = {} local ok, e = pcall(function() return 1 + t end) return e
----
local t = {} local ok, e = pcall(function() return t.x * 2 end) return e
----
local t = {} local ok, e = pcall(function() return 2 ^ t.x end) return e
----
local x = 'a' local ok, e = pcall(function() return x & 1 end) return e
----
local x = 1.5 local ok, e = pcall(function() return x | 1 end) return e
----
local x = 1.5 return x << 1
----
return 1.5 & 1
----
return 2^63 | 0
----
return 1 & 'a'
----
return {} | 1
----
local ok, e = pcall(function() return x .. 'a' end) return e
----
local t = {} return 'a' .. t.x .. 'b'
----
local t = {} return 'a' .. 'b' .. t
----
local x = {} return x < 1
----
local x = {} return 1 <= x
----
return 'x' < 1
----
return true < false
----
return print
----
return setmetatable({}, {}) ~= nil, getmetatable({}), getmetatable(1), getmetatable(setmetatable({}, {__metatable = 'locked'}))
----
setmetatable({}, 5)
----
setmetatable(5, {})
----
setmetatable({})
----
setmetatable(setmetatable({}, {__metatable = 1}), {})
----
getmetatable()
----
local t = setmetatable({}, {__index = {a = 1}}) return t.a, t.b, rawget(t, 'a')
----
local t = setmetatable({}, {__index = function(t, k) return k .. '!' end}) return t.x, t[1], t.y
----
local log = {} local t = setmetatable({}, {__newindex = function(t, k, v) log[#log + 1] = k rawset(t, k, v) end}) t.a = 1 t.a = 2 t.b = 3 return log, t
----
local store = {} local t = setmetatable({}, {__newindex = store}) t.x = 1 return rawget(t, 'x'), store.x
----
local m = {} m.__add = function(a, b) return 'add' end m.__sub = function(a, b) return 'sub' end m.__mul = function() return 'mul' end m.__div = function() return 'div' end m.__mod = function() return 'mod' end m.__pow = function() return 'pow' end m.__unm = function() return 'unm' end m.__idiv = function() return 'idiv' end local t = setmetatable({}, m) return t + 1, 1 + t, t - 1, t * 1, t / 1, t % 1, t ^ 1, -t, t // 1
----
local m = {} m.__band = function() return 'band' end m.__bor = function() return 'bor' end m.__bxor = function() return 'bxor' end m.__shl = function() return 'shl' end m.__shr = function() return 'shr' end m.__bnot = function() return 'bnot' end local t = setmetatable({}, m) return t & 1, 1 | t, t ~ 1, t << 1, t >> 1, ~t, 'a' & t, 1.5 | t
----
local m = {__concat = function(a, b) return (type(a) == 'table' and 'T' or a) .. '|' .. (type(b) == 'table' and 'T' or b) end} local t = setmetatable({}, m) return t .. 'x', 'x' .. t, 1 .. t, t .. t, 'a' .. 'b' .. t .. 'c' .. 'd'
----
local m = {__len = function() return 42 end, __call = function(self, a, b) return b, a end, __tostring = function() return 'T!' end, __name = 'N'} local t = setmetatable({}, m) return #t, t(1, 2), tostring(t)
----
local m = {__eq = function(a, b) return a.v == b.v end} local a, b, c = setmetatable({v = 1}, m), setmetatable({v = 1}, m), setmetatable({v = 2}, m) return a == b, a == c, a ~= b, a == 1, rawequal(a, b)
----
local m = {__lt = function(a, b) return a.v < b.v end, __le = function(a, b) return a.v <= b.v end} local a, b = setmetatable({v = 1}, m), setmetatable({v = 2}, m) return a < b, a > b, a <= b, a >= b
----
local m = {__lt = function() return 1 end, __le = function() return nil end} local t = setmetatable({}, m) return t < 1, 1 < t, t <= 1
----
local m = {__index = function(t, k) return k end} local t = setmetatable({}, m) return t[1], t.x, t[true], t[nil]
----
local a = setmetatable({}, {__index = setmetatable({x = 1}, {__index = {y = 2}})}) return a.x, a.y, a.z
----
local t = setmetatable({}, {__call = 5}) t()
----
local t = setmetatable({}, {__add = 5}) return t + 1
----
local t = setmetatable({}, {__index = 5}) return t.x
----
local t = setmetatable({}, {__pairs = function(t) return function(_, k) if not k then return 1, 2 end end, t, nil end}) local r = {} for k, v in pairs(t) do r[k] = v end return r
----
local t = setmetatable({1, 2, 3}, {__index = function(t, i) if i < 6 then return i * 10 end end}) local r = {} for i, v in ipairs(t) do r[i] = v end return r
----
local Animal = {} Animal.__index = Animal function Animal.new(n) return setmetatable({name = n}, Animal) end function Animal:speak() return self.name .. ' speaks' end local Dog = setmetatable({}, {__index = Animal}) Dog.__index = Dog function Dog.new(n) local d = Animal.new(n) return setmetatable(d, Dog) end function Dog:bark() return self:speak() .. ' woof' end return Dog.new('Rex'):bark()
----
local log = {} do local a <close> = setmetatable({}, {__close = function(_, e) log[#log + 1] = 'a' .. tostring(e) end}) local b <close> = setmetatable({}, {__close = function(_, e) log[#log + 1] = 'b' .. tostring(e) end}) log[#log + 1] = 'body' end return log
----
local log = {} local ok, e = pcall(function() local a <close> = setmetatable({}, {__close = function(_, e) log[#log + 1] = e end}) error('oops', 0) end) return ok, e, log
----
local log = {} local function f() local a <close> = setmetatable({}, {__close = function() log[#log + 1] = 'closed' end}) return 'result', #log end local r, n = f() return r, n, log
----
local x <close> = 5
----
local x <close> = {}
----
local x <close> = nil local y <close> = false return 'fine'
----
local log = {} for i = 1, 2 do local c <close> = setmetatable({}, {__close = function() log[#log + 1] = i end}) if i == 1 then goto continue end log[#log + 1] = 'x' ::continue:: end return log
----
local log = {} for k in (function() local n = 0 return function() n = n + 1 if n < 3 then return n end end, nil, nil, setmetatable({}, {__close = function() log[#log + 1] = 'end' end}) end)() do log[#log + 1] = k end return log
----
local ok, e = pcall(function() local a <close> = setmetatable({}, {__close = function() error('in close', 0) end}) error('body', 0) end) return ok, e
----
local _ENV = {x = 1} y = 2 return x, y
----
local function f() local _ENV = {z = 5} return z end return f()
----
local _ENV = nil return x
----
x = 5 return _G.x, _ENV.x, _G._G == _G, _VERSION
----
_G.y = 1 return y
----
local print = 1 return type(print), type(_G.print)
----
return type(nil), type(1), type('x'), type({}), type(print), type(true), type(type)
----
return type()
----
return tostring(nil), tostring(true), tostring(false), tostring(12), tostring(-0.0), tostring('x'), tostring(1e300 * 1e10)
----
return (function(...) return select('#', ...) end)(nil, nil, nil), (function(a, b) return a, b end)(1), (function() end)()
----
local t = {f = function(...) return ... end} return t.f(1, 2), (t.f(1, 2)), {t.f(1, 2)}, {t.f(1, 2), t.f(3, 4)}
----
local s = 0 for _, v in ipairs({1, 2, 3}) do s = s + v end return s
----
local s = '' for c in ('abc'):gmatch('.') do s = c .. s end return s
----
local function f(t) t = t or {} t[#t + 1] = #t return #t < 5 and f(t) or t end return f()
----
local memo = {} local function fib(n) if n < 2 then return n end if memo[n] then return memo[n] end local r = fib(n - 1) + fib(n - 2) memo[n] = r return r end return fib(80)
----
local t = {} for w in ('the quick the lazy the'):gmatch('%a+') do t[w] = (t[w] or 0) + 1 end return t
----
return #'\0\0', ('a\0b'):len(), 'a\0b' == 'a\0b', 'a\0b' < 'a\0c', ('a\0b'):byte(2), ('a\0b'):find('\0'), ('a\0b'):find('%z')
----
;;; return 1;
----
return(1)
----
return'x'
----
local a <const> = 10 return a + 1
----
local function f() return 1 end; (f or error)() return 'ok'
----
return 0xA, 0Xa, 1E2, 0x1P2, 1e+2, 1e-2
----
return 1--[[c]]+--[[d]]2
----
return "\z
   abc", 'x\z  y'
----
local a = 1; local a = a + 1; local a = a + 1; return a
----
return ((((1)))), (((function() return 1, 2 end)()))
----
return - - 1, not not nil, - -1 .. '', ~ ~5
----
local t = {[1] = 'a', 'b'} return t
----
local t = {f = 1, ['f'] = 2} return t
----
return {n = 1, 2, 3; 4, [5] = 5,}
----
local x = {...} return #x
----
return string.format('%-20s|%20s|', 'left', 'right'), ('%3d|%-3d|%03d'):format(5, 5, 5), ('%.3d'):format(5), ('%+5.1f'):format(2.55)
----
return ('%5c|%-5c|'):format(65, 66), ('%p'):format(1), ('%10.4s|'):format('abcdefgh')
----
return 7 // 0.0, -7 // 0.0, 0.0 / 0.0 ~= 0.0 / 0.0, 5 // 0.3, -5 // 0.3, 5 % 0.3, -5 % 0.3, 5.5 // 1, -5.5 // 1
----
return 1e15 // 1, 2^53 % 3, 3 % -2.5, -3 % 2.5, 0.0 % 5, -0.0 % 5
----
return 100000000000000, 1e14, 123456789012.5, 1e14 + 0.5, 99999999999999, 0.1 + 0.2, 1e-320, 1.7976931348623157e308
----
return 5 // 1.0, 5.0 // 2, 2^2, 10 / 2, 3 * 1.0, 7 - 7.0, 1e0, 5 % 3.0
----
local t = setmetatable({1, 2, 3}, {__len = function() return '2' end}) return table.concat(t, ','), table.remove(t), table.unpack(t)
----
return ('abc'):find('()%1a'), ('abc'):find('()%1'), ('aa'):gsub('()a%1', 'x'), ('abc'):match('()b%1')
----
return tonumber('+7', 10), tonumber(' +ff ', 16), tonumber('-+7', 10), tonumber('+', 10), tonumber('+-7', 10)
----
do goto done local x ::done:: ; ::other:: ; end do goto first local y ::second:: ::first:: end return 1
----
::a:: ::b:: ::a::
----
repeat goto done local x ::done:: ::other:: until x
----
return string.format('%------5d|%0000005d|%+++d', 1, 2, 3)
----
return string.format('%u|%5u|%-5u|%05u|%.3u|%u', 1, 2, 3, 4, 5, -1)
----
return string.format('%+u', 1)
----
local r = {} for i = 1, '3' do r[#r+1] = i end for i = '1', 2 do r[#r+1] = i end for i = 1, 2, '0.5' do r[#r+1] = i end for i = 3, '0x1', -1 do r[#r+1] = i end for i = 1, '2.5' do r[#r+1] = i end return r
----
for i = 1, '2x' do end
----
for i = 'x', 2 do end
----
for i = 1, 2, '' do end
----
for i = 1, 2, '0' do end
----
for i = 1.5, 2, {} do end
----
local x = 1
for k in next, {}, nil, 5 do end
----
return math.max()
