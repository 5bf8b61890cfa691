(* B-CT4: attention is 0 exactly where the tokens sum to 0 and the scores vanish; and two such tokens of the
   plane attract. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Spheres Drawn AttendingPair PolygonalScores.
Open Scope R_scope.

(* Tokens (a, t) near (1, 0) and (b, u) nearer to (-1, 0): the first is drawn to (1, 0). *)
Section Drawn.
Context (a t b u : R).
Hypothesis Close : a ^ 2 + t ^ 2 = 1 /\ b ^ 2 + u ^ 2 = 1 /\ 0 <= 1 - a /\ 1 - a <= 1 / 9000000 /\ 0 <= 1 + b /\ 1 + b <= 1 - a.
Let own := -5 * (a * t + t * a).
Let other := -5 * (a * u + t * b).
Let w := exp own / (exp own + exp other).
Let v := exp other / (exp own + exp other).
Let sa := w * a + v * b.
Let st := w * t + v * u.
Lemma drawn_back : t * (a * (1 * sa + 3 * st) - t * (3 * sa + 1 * st)) <= -2 * (1 - a).
Proof.
  destruct Close as (A & B & Near0 & Near & Nearer0 & Nearer). set (m := Rabs t). assert (M0 : 0 <= m) by apply Rabs_pos.
  assert (Mm : m * m = t * t) by (unfold m; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
  assert (Da : t * t = (1 - a) * (1 + a)) by lra.
  assert (Ua : (1 - a) * (1 + a) <= (1 - a) * 2) by (apply Rmult_le_compat_l; lra).
  assert (La : (1 - a) * 1 <= (1 - a) * (1 + a)) by (apply Rmult_le_compat_l; lra).
  assert (Lb : 0 <= ((1 - a) - (1 + b)) * (2 - (1 - a) - (1 + b))) by (apply Rmult_le_pos; lra).
  assert (Uu : u * u <= m * m) by lra.
  assert (M : m <= 1 / 2000).
  { apply Rnot_lt_le. intro L. assert (1 / 2000 * (1 / 2000) < m * m) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (Between : forall y, y * y <= m * m -> - m <= y <= m).
  { intros y Y. split; apply Rnot_lt_le; intro L.
    - assert (m * m < - y * - y) by (apply Rmult_le_0_lt_compat; lra). lra.
    - assert (m * m < y * y) by (apply Rmult_le_0_lt_compat; lra). lra. }
  destruct (tug a t b u m ltac:(lra) (Between t ltac:(lra)) (Between u Uu) ltac:(lra) ltac:(lra)) as [X Y].
  fold own other in X, Y. fold w v in X, Y. fold sa st in X, Y. apply Rabs_le_between in Y.
  set (up := 1 * sa + 3 * st) in *. set (along := 3 * sa + 1 * st) in *.
  assert (Mm0 : 0 <= m * m) by lra.
  assert (Up : t * up <= - (2 - 1400 * m) * (m * m)).
  { destruct (Rcase_abs t) as [N|N].
    - assert (Et : t = - m) by (unfold m; rewrite Rabs_left by exact N; lra).
      assert (m * (- up) <= m * (- (2 * m - 1400 * (m * m)))) by (apply Rmult_le_compat_l; lra). rewrite Et. lra.
    - assert (Et : t = m) by (unfold m; rewrite Rabs_right by exact N; lra).
      assert (m * up <= m * (- (2 * m - 1400 * (m * m)))) by (apply Rmult_le_compat_l; lra). rewrite Et at 1. lra. }
  assert (Al : - (t * t) * along <= m * m * (60 * m)).
  { assert (t * t * (- along) <= t * t * (60 * m)) by (apply Rmult_le_compat_l; lra). rewrite Mm. lra. }
  assert (Aup : a * (t * up) <= a * (- (2 - 1400 * m) * (m * m))) by (apply Rmult_le_compat_l; lra).
  (* It remains that a (2 - 1400 m) - 60 m >= 1, as 2 (1 - a) <= 2 m^2. *)
  assert (Am : a * (1400 * m) <= 1 * (1400 * m)) by (apply Rmult_le_compat_r; lra).
  assert (G : (1 + a) * (60 * m) <= 2 * (60 * m)) by (apply Rmult_le_compat_r; lra).
  assert (H : (m * m) * (2 / (1 + a) - (a * (2 - 1400 * m) - 60 * m)) <= 0).
  { replace ((m * m) * (2 / (1 + a) - (a * (2 - 1400 * m) - 60 * m)))
      with (- ((m * m) * ((a * (2 - 1400 * m) - 60 * m) - 2 / (1 + a)))) by ring.
    assert (Q : 2 / (1 + a) <= 11 / 10).
    { apply Rmult_le_reg_r with (1 + a); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (0 <= (m * m) * ((a * (2 - 1400 * m) - 60 * m) - 2 / (1 + a))) by (apply Rmult_le_pos; lra). lra. }
  assert (E : m * m * (2 / (1 + a)) = 2 * (1 - a)).
  { rewrite Mm, Da. field. lra. }
  lra.
Qed.
End Drawn.

Lemma polygonal {S : inner_product_space} {Token} (tokens : list Token) (P : S -> S) (g : Token -> S) : enumerates tokens ->
  (exists T, adjoint P T) -> let A i j := exp (inner (g i) (P (g j))) / total tokens (fun k => exp (inner (g i) (P (g k)))) in
  (forall i, vtotal tokens (fun j => vscale (A i j) (g j)) = vzero) <->
  vtotal tokens (fun j => g j) = vzero /\ forall i j, inner (g i) (P (g j)) = 0.
Proof. intros ET [T Adj]. exact (polygonal_scores tokens P T g ET Adj). Qed.
Lemma rows {S : inner_product_space} {Token} (tokens : list Token) (P : S -> S) (g : Token -> S) : enumerates tokens ->
  (exists T, adjoint P T) -> let A i j := exp (inner (g i) (P (g j))) / total tokens (fun k => exp (inner (g i) (P (g k)))) in
  (forall i, vtotal tokens (fun j => vscale (A i j) (g j)) = vzero) -> forall i j k, A i k = A j k.
Proof.
  intros ET [T Adj] A Still i j k. unfold A. rewrite !(weight_exp tokens P g ET). f_equal.
  exact (rows_agree tokens P T g ET Adj Still i j k).
Qed.

Section Pair.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (V K : S -> S) (u e : S) (eps : Token -> R)
  (x : R -> Token -> S) (r : R).
Hypothesis Given : size tokens = 2 /\ (forall z, z = vadd (vscale (inner u z) u) (vscale (inner e z) e)) /\
  V u = vadd (vscale 3 u) e /\ V e = vadd u (vscale 3 e) /\ K u = vscale (-5) e /\ K e = vscale (-5) u.
Hypotheses (ET : enumerates tokens) (Vsym : adjoint V V) (HK : exists KT, adjoint K KT) (Uu : inner u u = 1) (Ee : inner e e = 1)
  (Ue : inner u e = 0) (Signs : forall i, eps i ^ 2 = 1) (Balanced : total tokens (fun j => eps j) = 0) (R0 : 0 < r) (R1 : 3000 * r <= 1).
Let Plane := proj1 (proj2 Given).
Let weight t i j := exp (inner (x t i) (K (x t j))) / total tokens (fun k => exp (inner (x t i) (K (x t k)))).
Let pull t i := vtotal tokens (fun j => vscale (weight t i j) (V (x t j))).
Hypothesis Unit : forall i, inner (x 0 i) (x 0 i) = 1.
Hypothesis Moves : forall t i, 0 <= t ->
  is_vderive (fun s => x s i) t (vsub (pull t i) (vscale (inner (x t i) (pull t i)) (x t i))).
Hypothesis Start : forall i, sqrt (inner (vsub (x 0 i) (vscale (eps i) u)) (vsub (x 0 i) (vscale (eps i) u))) <= r.
Hypothesis Square : forall w y : S, inner w w = 1 -> inner y y = 1 -> inner (vsub y w) (vsub y w) = 2 * (1 - inner w y).

Lemma inner_here y z : inner y z = inner u y * inner u z + inner e y * inner e z.
Proof. rewrite (Plane y) at 1. rewrite inner_add_l, !inner_scale_l. reflexivity. Qed.
Lemma score_here y z : inner y (K z) = -5 * (inner u y * inner e z + inner e y * inner u z).
Proof.
  destruct HK as [KT Kadj]. pose proof Given as (_ & _ & _ & _ & Ku & Ke).
  rewrite (inner_sym _ y), (Kadj z y), (Plane z) at 1. rewrite inner_add_l, !inner_scale_l.
  rewrite <- (Kadj u y), <- (Kadj e y), Ku, Ke, !inner_scale_l. ring.
Qed.
Lemma value_u z : inner u (V z) = 3 * inner u z + inner e z.
Proof. pose proof Given as (_ & _ & Vu & _). rewrite <- (Vsym u z), Vu, inner_add_l, inner_scale_l. reflexivity. Qed.
Lemma value_e z : inner e (V z) = inner u z + 3 * inner e z.
Proof. pose proof Given as (_ & _ & _ & Ve & _). rewrite <- (Vsym e z), Ve, inner_add_l, inner_scale_l. reflexivity. Qed.
(* There are two tokens, of different signs: itself and another. *)
Lemma tokens_are i : exists j, eps j = - eps i /\ (forall f, total tokens f = f i + f j).
Proof.
  generalize (proj1 Given) Balanced (proj2 (proj2 ET) i). generalize tokens as T. intros T N B I.
  destruct T as [|p [|q [|k U]]]; unfold size in N; simpl in N; try (exfalso; lra).
  2: { exfalso. assert (0 <= total U (fun _ => 1)) by (apply total_nonneg; intro; lra). lra. }
  simpl in B. destruct I as [<-|[<-|[]]]; [exists q | exists p]; (split; [lra|]; intro f; simpl; ring).
Qed.
Lemma weight_small t i j : Rabs (weight t i j) <= 1.
Proof.
  assert (P : forall k, 0 < exp (inner (x t i) (K (x t k)))) by (intro; apply exp_pos).
  destruct (tokens_are i) as [o [_ Sum]].
  assert (L : exp (inner (x t i) (K (x t j))) <= total tokens (fun k => exp (inner (x t i) (K (x t k))))).
  { apply (total_at_least tokens (fun k => exp (inner (x t i) (K (x t k)))) j);
      [apply (proj2 (proj2 ET)) | intro k; left; apply P]. }
  assert (Q := P j). unfold weight. rewrite Rabs_right.
  - apply Rmult_le_reg_r with (total tokens (fun k => exp (inner (x t i) (K (x t k))))); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - apply Rle_ge. left. apply Rdiv_lt_0_compat; lra.
Qed.
Lemma sphere i t : 0 <= t -> inner (x t i) (x t i) = 1.
Proof.
  intro Ht. apply (stays_unit tokens x pull (size tokens * (1 * (sqrt 2 * 6))) (proj2 (proj2 ET)) Moves); auto.
  clear t i Ht. intros t i Ht Near. unfold pull.
  apply pull_bounded; try lra; [apply weight_small | |apply sqrt_le_1_alt, Near].
  intro j. apply vnorm_le; [lra|]. assert (N := Near j). rewrite inner_here in N |- *.
  rewrite value_u, value_e. set (a := inner u (x t j)) in *. set (b := inner e (x t j)) in *.
  assert (0 <= (a - b) * (a - b)) by apply Rle_0_sqr. lra.
Qed.
Let away i t := 1 - eps i * inner u (x t i).
Let rate i t := - eps i * inner u (vsub (pull t i) (vscale (inner (x t i) (pull t i)) (x t i))).
Lemma away_moves i : differentiable (away i) (rate i).
Proof.
  intros t Ht. unfold away, rate. eapply derive_eq.
  - apply (derive_minus (fun _ => 1) (fun s => eps i * inner u (x s i))); [apply derive_const|].
    apply (derive_mult (fun _ => eps i) (fun s => inner u (x s i))); [apply derive_const|].
    apply (derive_inner (fun _ => u) (fun s => x s i)); [apply vderive_const | apply Moves, Ht].
  - rewrite inner_zero_l. ring.
Qed.
Lemma away_nonneg i t : 0 <= t -> 0 <= away i t.
Proof.
  intro Ht. assert (C := sphere i t Ht). rewrite inner_here in C. specialize (Signs i). unfold away.
  set (a := inner u (x t i)) in *. set (b := inner e (x t i)) in *.
  assert (0 <= (1 - eps i * a) * (1 - eps i * a)) by apply Rle_0_sqr.
  assert (0 <= b * b) by apply Rle_0_sqr.
  replace ((1 - eps i * a) * (1 - eps i * a)) with (1 - 2 * (eps i * a) + eps i ^ 2 * (a * a)) in * by ring.
  rewrite Signs in *. lra.
Qed.
(* The token that is furthest from its place comes back. *)
Lemma comes_back i t : 0 <= t -> away i t <= 1 / 9000000 -> (forall j, away j t <= away i t) ->
  rate i t <= -2 * away i t.
Proof.
  intros Ht Near Largest. destruct (tokens_are i) as [j [Ej Sum]].
  assert (Ni := away_nonneg i t Ht). assert (Nj := away_nonneg j t Ht). specialize (Largest j).
  assert (Ci := sphere i t Ht). assert (Cj := sphere j t Ht). rewrite inner_here in Ci, Cj.
  assert (Si := Signs i). unfold away, rate in *. rewrite Ej in *.
  set (a := eps i * inner u (x t i)). set (h := eps i * inner e (x t i)).
  set (b := eps i * inner u (x t j)). set (k := eps i * inner e (x t j)).
  assert (A1 : a * a + h * h = 1).
  { unfold a, h. replace (eps i * inner u (x t i) * (eps i * inner u (x t i))
      + eps i * inner e (x t i) * (eps i * inner e (x t i))) with (eps i ^ 2
      * (inner u (x t i) * inner u (x t i) + inner e (x t i) * inner e (x t i))) by ring. rewrite Si, Ci. ring. }
  assert (B1 : b * b + k * k = 1).
  { unfold b, k. replace (eps i * inner u (x t j) * (eps i * inner u (x t j))
      + eps i * inner e (x t j) * (eps i * inner e (x t j))) with (eps i ^ 2
      * (inner u (x t j) * inner u (x t j) + inner e (x t j) * inner e (x t j))) by ring. rewrite Si, Cj. ring. }
  assert (D := drawn_back a h b k ltac:(fold a in Ni, Near, Largest;
    replace (- eps i * inner u (x t j)) with (- b) in * by (unfold b; ring); repeat split; lra)).
  cbv zeta in D.
  (* The scores, and what the token attends to, in these coordinates. *)
  assert (So : inner (x t i) (K (x t i)) = -5 * (a * h + h * a)).
  { rewrite score_here. unfold a, h. replace (eps i * inner u (x t i) * (eps i * inner e (x t i))) with
      (eps i ^ 2 * (inner u (x t i) * inner e (x t i))) by ring.
    replace (eps i * inner e (x t i) * (eps i * inner u (x t i))) with
      (eps i ^ 2 * (inner e (x t i) * inner u (x t i))) by ring. rewrite Si. ring. }
  assert (St : inner (x t i) (K (x t j)) = -5 * (a * k + h * b)).
  { rewrite score_here. unfold a, h, b, k. replace (eps i * inner u (x t i) * (eps i * inner e (x t j))) with
      (eps i ^ 2 * (inner u (x t i) * inner e (x t j))) by ring.
    replace (eps i * inner e (x t i) * (eps i * inner u (x t j))) with
      (eps i ^ 2 * (inner e (x t i) * inner u (x t j))) by ring. rewrite Si. ring. }
  set (own := -5 * (a * h + h * a)) in *. set (other := -5 * (a * k + h * b)) in *.
  set (w := exp own / (exp own + exp other)) in *. set (v := exp other / (exp own + exp other)) in *.
  assert (Wi : weight t i i = w) by (unfold weight; rewrite Sum, So, St; reflexivity).
  assert (Wj : weight t i j = v) by (unfold weight; rewrite Sum, So, St; reflexivity).
  assert (Pull : forall z, inner z (pull t i) = w * inner z (V (x t i)) + v * inner z (V (x t j))).
  { intro z. unfold pull. rewrite inner_vtotal_r, Sum, !inner_scale_r, Wi, Wj. reflexivity. }
  assert (Pu : eps i * inner u (pull t i) = 3 * (w * a + v * b) + 1 * (w * h + v * k)).
  { rewrite Pull, !value_u. unfold a, b, h, k. ring. }
  assert (Pe : eps i * inner e (pull t i) = 1 * (w * a + v * b) + 3 * (w * h + v * k)).
  { rewrite Pull, !value_e. unfold a, b, h, k. ring. }
  assert (Px : inner (x t i) (pull t i) = a * (3 * (w * a + v * b) + 1 * (w * h + v * k))
    + h * (1 * (w * a + v * b) + 3 * (w * h + v * k))).
  { rewrite <- Pu, <- Pe, inner_here. unfold a, h. replace (eps i * inner u (x t i) * (eps i * inner u (pull t i)))
      with (eps i ^ 2 * (inner u (x t i) * inner u (pull t i))) by ring.
    replace (eps i * inner e (x t i) * (eps i * inner e (pull t i)))
      with (eps i ^ 2 * (inner e (x t i) * inner e (pull t i))) by ring. rewrite Si. ring. }
  set (along := 3 * (w * a + v * b) + 1 * (w * h + v * k)) in *.
  set (up := 1 * (w * a + v * b) + 3 * (w * h + v * k)) in *.
  replace (- eps i * inner u (vsub (pull t i) (vscale (inner (x t i) (pull t i)) (x t i))))
    with (h * (a * up - h * along)).
  { exact D. }
  unfold vsub. rewrite inner_add_r, !inner_scale_r, Px.
  replace (- eps i * (inner u (pull t i) + -1 * ((a * along + h * up) * inner u (x t i))))
    with (- (eps i * inner u (pull t i)) + (a * along + h * up) * a) by (unfold a; ring).
  rewrite Pu. replace (h * (a * up - h * along)) with (a * h * up - h * h * along) by ring.
  replace (h * h) with (1 - a * a) by lra. ring.
Qed.
Lemma distance_is i t : 0 <= t -> inner (vsub (x t i) (vscale (eps i) u)) (vsub (x t i) (vscale (eps i) u)) = 2 * away i t.
Proof.
  intro Ht. unfold away. rewrite <- (inner_scale_l _ (eps i) u). apply Square; [|apply sphere, Ht].
  rewrite inner_scale_l, inner_scale_r, Uu, Rmult_1_r. specialize (Signs i). lra.
Qed.
Theorem pair_attracts i t : 0 <= t ->
  sqrt (inner (vsub (x t i) (vscale (eps i) u)) (vsub (x t i) (vscale (eps i) u))) <= r * exp (-1 * t).
Proof.
  intro Ht. assert (All := proj2 (proj2 ET)). set (M := r * r / 2).
  assert (Rr : r * r <= 1 / 3000 * (1 / 3000)) by (apply Rmult_le_compat; lra).
  assert (R2 : 0 < r * r) by (apply Rmult_lt_0_compat; lra).
  assert (First : forall j, away j 0 <= M).
  { intro j. assert (D := distance_is j 0 (Rle_refl 0)). assert (Q := Start j).
    assert (P := inner_nonneg S (vsub (x 0 j) (vscale (eps j) u))).
    set (q := inner (vsub (x 0 j) (vscale (eps j) u)) (vsub (x 0 j) (vscale (eps j) u))) in *.
    assert (sqrt q * sqrt q <= r * r) by (apply Rmult_le_compat; auto using sqrt_pos).
    rewrite sqrt_sqrt in * by exact P. unfold M. lra. }
  assert (Keep : forall j s, 0 <= s -> away j s <= M).
  { apply (barrier tokens away rate 0 M (1 / 18000000) All); try lra; [exact away_moves | exact First|].
    intros j s Hs B L. assert (C := comes_back j s Hs ltac:(unfold M in B; lra) L).
    assert (N := away_nonneg j s Hs). lra. }
  assert (D : away i t <= M * exp (-2 * t)).
  { replace (-2 * t) with (- (2) * t) by ring.
    apply (largest_decays tokens away rate 2 M All); auto; [exact away_moves|].
    intros j s Hs L. replace (- (2) * away j s) with (-2 * away j s) by ring.
    apply comes_back; auto. specialize (Keep j s Hs). unfold M in Keep. lra. }
  rewrite (distance_is i t Ht). assert (Pe := exp_pos (-1 * t)).
  rewrite <- (sqrt_square (r * exp (-1 * t))) by (apply Rmult_le_pos; lra). apply sqrt_le_1_alt.
  replace (r * exp (-1 * t) * (r * exp (-1 * t))) with (r * r * (exp (-1 * t) * exp (-1 * t))) by ring.
  rewrite <- exp_plus. replace (-1 * t + -1 * t) with (-2 * t) by ring. unfold M in D. lra.
Qed.
End Pair.
