-- never comes to its end
print("looping")
while true do end
