(* Layers whose heads sum to a map with an orthonormal basis of eigenvectors: at which eigenvectors
   consensus is exponentially stable, and at which it is unstable. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families States Gnomonic Drawn Frechet Stability.
From Kernel Require Import OrthonormalBasis ConsensusLayer ConsensusStability.
Open Scope R_scope.

Lemma tangent_part_shorter {U : inner_product_space} (v x : U) : inner v v = 1 ->
  inner (tangent_part v x) (tangent_part v x) <= inner x x.
Proof.
  intro H. unfold tangent_part, vsub. repeat (rewrite inner_add_l || rewrite inner_add_r ||
    rewrite inner_scale_l || rewrite inner_scale_r). rewrite H, (inner_sym _ x v). nra.
Qed.
(* Of two unit vectors on one line, one is the other or its opposite. *)
Lemma unit_on_line {U : inner_product_space} (u v : U) c : inner u u = 1 -> inner v v = 1 -> u = vscale c v ->
  u = v \/ u = vscale (-1) v.
Proof.
  intros Hu Hv E. rewrite E, inner_scale_l, inner_scale_r, Hv in Hu.
  assert (Z : (c - 1) * (c + 1) = 0) by lra. destruct (Rmult_integral _ _ Z) as [Q|Q].
  - left. rewrite E. replace c with 1 by lra. apply vscale_one.
  - right. rewrite E. f_equal. lra.
Qed.

(* How claims say that the first eigenvalue is simple, and that a step is small enough for it. *)
Lemma first_above {Mode} (same : Mode -> Mode -> R) (lam : Mode -> R) first gap : kronecker same -> 0 < gap ->
  (forall k, gap * (1 - same k first) <= lam first - lam k) -> forall k, k <> first -> lam k < lam first.
Proof. intros K G H k N. specialize (H k). rewrite (proj2 K) in H by exact N. lra. Qed.

Section Spectrum.
Context (U : inner_product_space) (Token Head Mode : Type) (tokens : list Token) (T : enumerates tokens)
  (heads : list Head) (F : Head -> U -> U) (w : Head -> (Token -> U) -> Token -> Token -> R)
  (kind : (Token -> U) -> Prop) (f : (Token -> U) -> Token -> U) (modes : list Mode) (e : Mode -> U)
  (lam : Mode -> R) (first : Mode) (tau : R).
Let X := states U tokens (proj2 (proj2 T)).
Let V := layer_matrix heads F.
Hypothesis Formula : forall x i, f x i = several_heads tokens heads F w tau x i.
Hypothesis Kind : kind_of_layer kind (moved tokens heads F w tau).
Hypothesis LF : forall h, linear (F h).
Hypothesis Smooth : forall u h i j, differentiable_at (S := X) (fun x => w h x i j) (consensus u).
Hypothesis Ones : forall h x i, total tokens (w h x i) = 1.
Hypothesis Equal : forall u h i j, w h (consensus u) i j = / size tokens.
Hypothesis Modes : enumerates modes.
Hypothesis Basis : orthonormal_basis modes e.
Hypothesis Eigen : forall k, V (e k) = vscale (lam k) (e k).
Hypothesis Tau : 0 < tau.
Hypothesis Positive : 0 < lam first.
Hypothesis Largest : forall k, k <> first -> lam k < lam first.
Lemma heads_linear : linear V.
Proof. exact (layer_matrix_linear heads F LF). Qed.
Lemma heads_bounded h : bounded (F h).
Proof. exact (linear_is_bounded modes e Basis (F h) (LF h)). Qed.
Lemma turned_part k x : inner (e k) (vadd x (vscale tau (V x))) = (1 + tau * lam k) * inner (e k) x.
Proof.
  rewrite inner_add_r, inner_scale_r, (in_coordinates modes e Basis V lam heads_linear Eigen). ring.
Qed.
Lemma first_positive : 0 < tau * lam first.
Proof. apply Rmult_lt_0_compat; auto. Qed.
Lemma below_first k : tau * lam k <= tau * lam first.
Proof.
  apply Rmult_le_compat_l; [lra|]. apply Rnot_lt_le. intro L.
  assert (N : ~ k <> first) by (intro N; specialize (Largest k N); lra).
  apply N. intros ->. lra.
Qed.

(* Modes whose multipliers are s or more in modulus, the others at most kappa, less than s. *)
Lemma unstable_by_modes u mu (G : Mode -> R) g s kappa : inner u u = 1 -> V u = vscale mu u ->
  0 < 1 + tau * mu -> (forall k, G k = 0 \/ G k = 1) -> G g = 1 ->
  (forall k, G k = 1 -> inner (e k) u = 0) -> 1 < s -> 1 + tau * mu < s -> 0 <= kappa < s ->
  (forall k, G k = 1 -> s <= Rabs (1 + tau * lam k)) ->
  (forall k, G k = 0 -> Rabs (1 + tau * lam k) <= kappa) ->
  total_unstable kind f (fun _ => u).
Proof.
  intros Unit Ev Rho Ind Gg Across S1 Sr Kap Far Near.
  set (A := on_modes modes e G). assert (LA : linear A) by (apply on_modes_linear).
  assert (Part : forall k x, inner (e k) (A x) = G k * inner (e k) x) by
    (intros; apply (on_modes_part modes e G Basis)).
  assert (LV := heads_linear).
  apply (consensus_is_unstable U Token Head tokens T heads F w kind f u tau mu Formula Kind LF heads_bounded
    (Smooth u) Ones (Equal u) Unit Ev Rho A (e g) s kappa); auto.
  - intro x. rewrite <- (Rmult_1_l (vnorm x)). apply (norm_by_coordinates modes e Basis); [lra|].
    intro k. rewrite Part, Rabs_mult, Rmult_1_l. destruct (Ind k) as [->| ->].
    + rewrite Rabs_R0, Rmult_0_l. apply Rabs_pos.
    + rewrite Rabs_R1. lra.
  - intro x. apply (coordinates_ext modes e Basis). intro k. rewrite !Part.
    destruct (Ind k) as [->| ->]; ring.
  - intro x. rewrite (basis_parseval modes e Basis). rewrite (total_ext modes _ (fun _ => 0)).
    + apply total_zero.
    + intro k. rewrite Part. destruct (Ind k) as [Z|O]; [rewrite Z; ring|]. rewrite (Across k O). ring.
  - apply (coordinates_ext modes e Basis). intro k. rewrite Part, inner_zero_r.
    destruct (Ind k) as [Z|O]; [rewrite Z; ring|]. rewrite (Across k O). ring.
  - intro x. apply (coordinates_ext modes e Basis). intro k.
    rewrite Part. fold V. rewrite !(in_coordinates modes e Basis V lam LV Eigen), Part. ring.
  - intro m. assert (Q : vnorm (A m) <= / s * vnorm (vadd (A m) (vscale tau (V (A m))))).
    { apply (norm_by_coordinates modes e Basis); [left; apply Rinv_0_lt_compat; lra|]. intro k.
      rewrite turned_part, Part. destruct (Ind k) as [->| O].
      - rewrite Rmult_0_l, Rmult_0_r, Rabs_R0. lra.
      - specialize (Far k O). rewrite O, !Rmult_1_l, Rabs_mult, <- Rmult_assoc.
        rewrite <- (Rmult_1_l (Rabs (inner (e k) m))) at 1. apply Rmult_le_compat_r; [apply Rabs_pos|].
        apply Rmult_le_reg_l with s; [lra|]. rewrite <- Rmult_assoc, Rinv_r; lra. }
    apply Rmult_le_reg_l with (/ s); [apply Rinv_0_lt_compat; lra|].
    rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact Q.
  - intros m Om Am q. eapply Rle_trans; [apply tangent_part_shorter, Unit|].
    rewrite <- !vnorm_square. replace (kappa ^ 2 * (vnorm m * vnorm m)) with
      (kappa * vnorm m * (kappa * vnorm m)) by ring.
    assert (Q : vnorm (vadd m (vscale tau (V m))) <= kappa * vnorm m).
    { apply (norm_by_coordinates modes e Basis); [lra|]. intro k. rewrite turned_part, Rabs_mult.
      destruct (Ind k) as [Z|O].
      - apply Rmult_le_compat_r; [apply Rabs_pos | apply Near, Z].
      - replace (inner (e k) m) with 0; [rewrite Rabs_R0; lra|].
        rewrite <- (Rmult_1_l (inner (e k) m)), <- O, <- Part, Am, inner_zero_r. reflexivity. }
    apply Rmult_le_compat; auto using vnorm_nonneg.
  - apply (coordinates_ext modes e Basis). intro k. rewrite Part.
    destruct (Ind k) as [Z|O]; [|rewrite O; ring]. rewrite Z.
    rewrite (proj1 (proj2 Basis)); [ring|]. intros ->. lra.
  - intro Z. assert (Q := proj1 Basis g). rewrite Z, inner_zero_l in Q. lra.
Qed.

(* Below the bound the first multiplier is the largest. *)
Section Below.
Hypothesis Step : forall k, k <> first -> (1 + tau * lam k) ^ 2 < (1 + tau * lam first) ^ 2.
Lemma within_the_bound k : k <> first -> Rabs (1 + tau * lam k) < 1 + tau * lam first.
Proof.
  intro O. assert (TL := first_positive). rewrite <- (Rabs_right (1 + tau * lam first)) by lra.
  apply Rsqr_lt_abs_0. rewrite !Rsqr_pow2. exact (Step k O).
Qed.
Lemma others : exists kappa, 0 <= kappa < 1 + tau * lam first /\
  forall k, k <> first -> Rabs (1 + tau * lam k) <= kappa.
Proof.
  assert (TL := first_positive).
  destruct (gap_below modes (fun k => Rabs (1 + tau * lam k)) (fun k => equal first k = 1)
    (1 + tau * lam first)) as [kappa [K H]].
  - intro k. destruct (Req_EM_T (equal first k) 1); [left | right]; auto.
  - lra.
  - intros k N. apply within_the_bound. intros ->. apply N, equal_kronecker.
  - exists kappa. split; [exact K|]. intros k N. apply H; [apply Modes|].
    rewrite (proj2 equal_kronecker) by auto. lra.
Qed.
Theorem first_is_stable s : s * s = 1 -> total_exponentially_stable kind f (fun _ => vscale s (e first)).
Proof.
  intro S1. assert (TL := first_positive). destruct others as [kappa [K H]]. assert (LV := heads_linear).
  assert (N0 : s <> 0) by (intro Z; rewrite Z in S1; lra).
  assert (Unit : inner (vscale s (e first)) (vscale s (e first)) = 1).
  { rewrite inner_scale_l, inner_scale_r, (proj1 Basis). lra. }
  apply (consensus_is_stable U Token Head tokens T heads F w kind f (vscale s (e first)) tau (lam first)
    Formula Kind LF heads_bounded (Smooth _) Ones (Equal _) Unit) with (W := fun x => x) (kappa := kappa).
  - fold V. rewrite (proj2 LV), Eigen, !vscale_vscale. f_equal. ring.
  - lra.
  - apply positive_identity.
  - apply coercive_identity.
  - exact TL.
  - exact K.
  - intros m Om q. eapply Rle_trans; [apply tangent_part_shorter, Unit|].
    assert (O : inner (e first) m = 0).
    { rewrite inner_scale_l in Om. destruct (Rmult_integral _ _ Om); [contradiction | auto]. }
    rewrite <- !vnorm_square. replace (kappa ^ 2 * (vnorm m * vnorm m)) with
      (kappa * vnorm m * (kappa * vnorm m)) by ring.
    assert (Q : vnorm (vadd m (vscale tau (V m))) <= kappa * vnorm m).
    { apply (norm_by_coordinates modes e Basis); [lra|]. intro k. rewrite turned_part, Rabs_mult.
      destruct (Req_dec (inner (e k) m) 0) as [->|N]; [rewrite Rabs_R0; lra|].
      apply Rmult_le_compat_r; [apply Rabs_pos|]. apply H. intros ->. contradiction. }
    apply Rmult_le_compat; auto using vnorm_nonneg.
Qed.
(* Another eigenvector is orthogonal to the first. *)
Lemma across_first u mu : inner u u = 1 -> V u = vscale mu u -> u <> e first -> u <> vscale (-1) (e first) ->
  inner (e first) u = 0 /\ mu < lam first.
Proof.
  intros Unit Ev N1 N2. assert (LV := heads_linear).
  assert (Z : inner (e first) u = 0).
  { destruct (part_of_eigenvector modes e Basis V lam LV Eigen u mu first Ev) as [Z|Mu]; [exact Z|].
    exfalso. destruct (unit_on_line u (e first) (inner (e first) u) Unit (proj1 Basis first)); [|tauto|tauto].
    apply (coordinates_ext modes e Basis). intro k. rewrite inner_scale_r.
    destruct (ClassicalDedekindReals.sig_not_dec (k = first)) as [Q|Q].
    - destruct (Req_dec (inner (e k) u) (inner (e first) u * inner (e k) (e first))) as [E|E]; [exact E|].
      exfalso. apply Q. intros ->. apply E. rewrite (proj1 Basis). ring.
    - rewrite (proj1 (proj2 Basis)) by exact Q. rewrite Rmult_0_r.
      destruct (part_of_eigenvector modes e Basis V lam LV Eigen u mu k Ev) as [Z|Mk]; [exact Z|].
      specialize (Largest k Q). lra. }
  split; [exact Z|].
  assert (Nz : u <> vzero) by (intro Q; rewrite Q, inner_zero_l in Unit; lra).
  destruct (some_part modes e Basis u Nz) as [k Hk].
  destruct (part_of_eigenvector modes e Basis V lam LV Eigen u mu k Ev) as [Zk|Mk]; [contradiction|].
  rewrite <- Mk. apply Largest. intros ->. contradiction.
Qed.
Theorem others_are_unstable u mu : inner u u = 1 -> V u = vscale mu u ->
  u <> e first -> u <> vscale (-1) (e first) -> 0 < 1 + tau * mu -> total_unstable kind f (fun _ => u).
Proof.
  intros Unit Ev N1 N2 Rho. destruct (across_first u mu Unit Ev N1 N2) as [Z Mu].
  assert (TL := first_positive). destruct others as [kappa [K H]].
  assert (tau * mu < tau * lam first) by (apply Rmult_lt_compat_l; auto).
  assert (At : forall k, equal first k = 1 -> ~ first <> k).
  { intros k E N. rewrite (proj2 equal_kronecker) in E by auto. lra. }
  apply (unstable_by_modes u mu (equal first) first (1 + tau * lam first) kappa); auto; try lra.
  - intro k. apply equal_cases.
  - apply equal_kronecker.
  - intros k E. destruct (Req_dec (inner (e k) u) 0) as [Q|Q]; [exact Q|]. exfalso. apply (At k E).
    intros <-. contradiction.
  - intros k E. apply Rnot_lt_le. intro L. apply (At k E). intros <-.
    rewrite Rabs_right in L by lra. lra.
  - intros k E. apply H. intros ->. rewrite (proj1 equal_kronecker) in E. lra.
Qed.
End Below.

(* Beyond the bound the least multiplier is the largest in modulus. *)
Theorem first_is_unstable k s : s * s = 1 -> 2 < tau * (- lam k - lam first) ->
  total_unstable kind f (fun _ => vscale s (e first)).
Proof.
  intros S1 Big. assert (TL := first_positive). assert (LV := heads_linear).
  assert (Unit : inner (vscale s (e first)) (vscale s (e first)) = 1).
  { rewrite inner_scale_l, inner_scale_r, (proj1 Basis). lra. }
  destruct (least_of modes lam k) as [m Hm]; [apply Modes|].
  assert (Low : forall l, lam m <= lam l) by (intro l; apply Hm, Modes).
  assert (Bm : 2 < tau * (- lam m - lam first)).
  { assert (tau * lam m <= tau * lam k) by (apply Rmult_le_compat_l; [lra | apply Low]). lra. }
  set (c := - (1 + tau * lam m)). assert (C1 : 1 + tau * lam first < c) by (unfold c; lra).
  assert (Least : forall l, tau * lam m <= tau * lam l) by (intro l; apply Rmult_le_compat_l; [lra | apply Low]).
  assert (Mod : forall l, Rabs (1 + tau * lam l) <= c).
  { intro l. apply Rabs_le. assert (Q := below_first l). specialize (Least l). unfold c in *. lra. }
  destruct (gap_below modes (fun l => Rabs (1 + tau * lam l)) (fun l => lam l = lam m) c) as [kappa [K H]].
  - intro l. apply Req_EM_T.
  - lra.
  - intros l N. assert (Q := below_first l). specialize (Low l).
    assert (tau * lam m < tau * lam l) by (apply Rmult_lt_compat_l; [auto | lra]).
    apply Rabs_def1; unfold c in *; lra.
  - apply (unstable_by_modes (vscale s (e first)) (lam first)
      (fun l => if Req_EM_T (lam l) (lam m) then 1 else 0) m c kappa); auto; try lra.
    + rewrite (proj2 LV), Eigen, !vscale_vscale. f_equal. ring.
    + intro l. destruct (Req_EM_T (lam l) (lam m)); auto.
    + destruct (Req_EM_T (lam m) (lam m)); [reflexivity | tauto].
    + intros l E. destruct (Req_EM_T (lam l) (lam m)) as [Q|Q]; [|lra].
      rewrite inner_scale_r, (proj1 (proj2 Basis)); [ring|]. intros ->. unfold c in C1. rewrite <- Q in C1. lra.
    + intros l E. destruct (Req_EM_T (lam l) (lam m)) as [Q|Q]; [|lra]. rewrite Q. fold c.
      unfold c. rewrite Rabs_left; lra.
    + intros l E. apply H; [apply Modes|]. destruct (Req_EM_T (lam l) (lam m)) as [Q|Q]; [lra | exact Q].
Qed.
(* At the bound two multipliers are opposite: consensus beside the first eigenvector swings for ever. *)
Lemma moved_together y i : moved tokens heads F w tau (consensus y) i = vadd y (vscale tau (V y)).
Proof.
  unfold moved. f_equal. f_equal. unfold V, layer_matrix. f_equal. apply functional_extensionality. intro h.
  f_equal. unfold pooled. apply inner_ext. intro q. rewrite inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => w h (consensus y) i j * inner y q)) by (intro j; apply inner_scale_l).
  rewrite total_scale_r, Ones. ring.
Qed.
Theorem swings_at_the_bound k eps : tau * (- lam k - lam first) = 2 -> 0 < eps ->
  exists x : nat -> Token -> U, (forall i, inner (x 0%nat i) (x 0%nat i) = 1) /\
  (forall n i, 0 < vnorm (moved tokens heads F w tau (x n) i) /\
    x (S n) i = several_heads tokens heads F w tau (x n) i) /\
  (forall i, vnorm (vsub (x 0%nat i) (e first)) <= eps) /\
  ~ forall i, layers_vtend (fun n => x n i) (e first).
Proof.
  intros Bound Eps. assert (TL := first_positive). assert (LV := heads_linear).
  assert (Nk : k <> first) by (intros ->; lra).
  assert (O : inner (e first) (e k) = 0) by (apply (proj1 (proj2 Basis)); auto).
  assert (O' : inner (e k) (e first) = 0) by (rewrite inner_sym; exact O).
  set (s := Rmin 1 (eps / 2)). assert (s0 : 0 < s) by (apply Rmin_glb_lt; lra).
  assert (s1 : 2 * s <= eps) by (assert (Q : s <= eps / 2) by apply Rmin_r; lra).
  assert (ss : 0 < s * s) by (apply Rmult_lt_0_compat; auto).
  set (c := 1 + s * s). assert (c0 : 1 < c) by (unfold c; lra).
  set (a := (1 - s * s) / c). set (b := 2 * s / c).
  assert (ab : a * a + b * b = 1) by (unfold a, b, c in *; field; lra).
  assert (gap : 2 - 2 * a = 4 * (s * s) / c) by (unfold a, c in *; field; lra).
  assert (gap0 : 0 < 2 - 2 * a) by (rewrite gap; apply Rdiv_lt_0_compat; lra).
  assert (gap1 : 2 - 2 * a <= eps * eps).
  { rewrite gap. apply Rle_trans with (2 * s * (2 * s)); [|apply Rmult_le_compat; lra].
    apply Rmult_le_reg_r with c; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (0 <= (c - 1) * (4 * (s * s))) by (apply Rmult_le_pos; lra). lra. }
  set (y := fun t : R => vadd (vscale a (e first)) (vscale (t * b) (e k))).
  assert (Sq : forall t, t * t = 1 -> inner (y t) (y t) = 1).
  { intros t Ht. unfold y. repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l ||
      rewrite inner_scale_r). rewrite !(proj1 Basis), O, O'.
    apply eq_trans with (a * a + (t * t) * (b * b)); [ring | rewrite Ht; lra]. }
  assert (Dist : forall t, t * t = 1 -> inner (vsub (y t) (e first)) (vsub (y t) (e first)) = 2 - 2 * a).
  { intros t Ht. assert (Q := Sq t Ht). rewrite vsub_square, Q, (proj1 Basis). unfold y at 1.
    rewrite inner_add_l, !inner_scale_l, (proj1 Basis), O'. ring. }
  assert (Turn : forall t i, moved tokens heads F w tau (consensus (y t)) i =
    vscale (1 + tau * lam first) (y (- t))).
  { intros t i. rewrite moved_together. unfold y. rewrite (proj1 LV), !(proj2 LV), !Eigen.
    replace (lam k) with (- (2 / tau) - lam first).
    - apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra.
    - apply Rmult_eq_reg_l with tau; [|lra]. field_simplify; lra. }
  set (x := fun (n : nat) (_ : Token) => y ((-1) ^ n)).
  assert (Sgn : forall n, (-1) ^ n * (-1) ^ n = 1).
  { intro n. rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. apply pow1. }
  exists x. split; [|split; [|split]].
  - intro i. apply (Sq 1). ring.
  - intros n i. assert (Len : vnorm (vscale (1 + tau * lam first) (y (- (-1) ^ n))) = 1 + tau * lam first).
    { rewrite vnorm_scale, Rabs_right by lra. unfold vnorm. rewrite Sq, sqrt_1; [ring|].
      replace (- (-1) ^ n * - (-1) ^ n) with ((-1) ^ n * (-1) ^ n) by ring. apply Sgn. }
    assert (M : moved tokens heads F w tau (x n) i = vscale (1 + tau * lam first) (y (- (-1) ^ n)))
      by apply (Turn ((-1) ^ n) i).
    unfold several_heads. rewrite M, Len. split; [lra|].
    rewrite vscale_vscale, Rinv_l, vscale_one by lra. unfold x. f_equal. simpl. ring.
  - intro i. apply vnorm_le; [lra|]. unfold x. rewrite (Dist ((-1) ^ 0)) by apply Sgn. exact gap1.
  - intro All. destruct tokens as [|i W] eqn:Q; [exact (proj1 T eq_refl)|].
    destruct (All i (sqrt (2 - 2 * a)) (sqrt_lt_R0 _ gap0)) as [N H]. specialize (H N (le_n N)).
    rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg. unfold vnorm, x in H.
    rewrite (Dist ((-1) ^ N)) in H by apply Sgn. lra.
Qed.
End Spectrum.

(* Near an eigenvector that is not turned round a layer has values, as a claim writes them. *)
Lemma valued_near (U : inner_product_space) (Token Head Mode : Type) (tokens : list Token) (T : enumerates tokens)
  (heads : list Head) (F : Head -> U -> U) w (modes : list Mode) (e : Mode -> U) tau :
  (forall h, linear (F h)) ->
  (forall u h i j, differentiable_at (S := states U tokens (proj2 (proj2 T))) (fun x => w h x i j) (consensus u)) ->
  (forall h x i, total tokens (w h x i) = 1) -> (forall u h i j, w h (consensus u) i j = / size tokens) ->
  orthonormal_basis modes e -> forall m : (Token -> U) -> Token -> U,
  (forall x i, m x i = moved tokens heads F w tau x i) -> forall u mu, inner u u = 1 ->
  layer_matrix heads F u = vscale mu u -> 0 < 1 + tau * mu ->
  exists r, 0 < r /\ forall x, within (fun _ => u) r x -> forall i, sqrt (inner (m x i) (m x i)) <> 0.
Proof.
  intros LF Smooth Ones Equal Basis m Is u mu Unit Ev Rho.
  destruct (values_near tokens heads F w tau mu u T LF (fun h => linear_is_bounded modes e Basis (F h) (LF h))
    Unit Ev Rho (Smooth u) Ones (Equal u)) as [r [R H]].
  exists r. split; [exact R|]. intros x Near i. rewrite Is. apply Rgt_not_eq, (H x Near i).
Qed.

