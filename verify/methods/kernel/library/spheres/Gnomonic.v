(* Tokens of an open hemisphere in gnomonic coordinates x_i = y_i / phi(y_i): whatever the weights,
   they are a linear consensus system there. All statements about consensus from a hemisphere rest
   on this file; the weights w t i j are sums over heads, masked or not, and any functions of time.
   The hemisphere is where a linear functional phi of norm 1 is positive: <p, .> or a covector's. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Complete.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. two points *)

Record short_functional {U : inner_product_space} (phi : U -> R) := {
  functional_add : forall a b, phi (vadd a b) = phi a + phi b;
  functional_scale : forall c a, phi (vscale c a) = c * phi a;
  functional_short : forall a, Rabs (phi a) <= vnorm a }.
Section Functional.
Context {U : inner_product_space} (phi : U -> R) (F : short_functional phi).
Lemma functional_vtotal {I} (T : list I) (f : I -> U) : phi (vtotal T f) = total T (fun i => phi (f i)).
Proof.
  induction T as [|i T IH]; simpl; [|rewrite functional_add, IH by auto; reflexivity].
  rewrite <- (vscale_zero vzero), (functional_scale phi F). ring.
Qed.
Lemma functional_vsub a b : phi (vsub a b) = phi a - phi b.
Proof. unfold vsub. rewrite (functional_add phi F), (functional_scale phi F). ring. Qed.
Lemma functional_unit a : inner a a = 1 -> phi a <= 1.
Proof.
  intros A. assert (H := functional_short phi F a). apply Rabs_le_between in H.
  unfold vnorm in H. rewrite A, sqrt_1 in H. lra.
Qed.
Lemma derive_functional (y : R -> U) t v : is_vderive y t v -> is_derive (fun t => phi (y t)) t (phi v).
Proof.
  intros H. apply vderive_real. intros eps E. destruct (H eps E) as [d D]. exists d. intros h L.
  rewrite real_gap. specialize (D h L). eapply Rle_trans; [|exact D].
  eapply Rle_trans; [|apply (functional_short phi F)]. right. f_equal.
  rewrite functional_vsub, (functional_add phi F), (functional_scale phi F). reflexivity.
Qed.
End Functional.
Lemma functional_of_pole {U : inner_product_space} (p : U) : inner p p = 1 -> short_functional (inner p).
Proof.
  intros P. split; intros; [apply inner_add_r | apply inner_scale_r|].
  eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite P, sqrt_1. lra.
Qed.

Section Points.
Context {U : inner_product_space}.
Implicit Types a b p x y z xi : U.
Lemma vsub_square a b : inner (vsub a b) (vsub a b) = inner a a + inner b b - 2 * inner a b.
Proof.
  unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ b a). ring.
Qed.
Lemma inner_vsub xi a b : inner xi (vsub a b) = inner xi a - inner xi b.
Proof. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. Qed.
Lemma unit_inner a b : inner a a = 1 -> inner b b = 1 -> inner a b <= 1.
Proof. intros A B. assert (H := inner_nonneg U (vsub a b)). rewrite vsub_square in H. lra. Qed.
Lemma vnorm_unit a : inner a a = 1 -> vnorm a = 1.
Proof. intros A. unfold vnorm. rewrite A. apply sqrt_1. Qed.
Lemma vnorm_at_most x c : 0 <= c -> inner x x <= c * c -> vnorm x <= c.
Proof. intros C H. unfold vnorm. rewrite <- (sqrt_square c C). apply sqrt_le_1_alt, H. Qed.
(* A vector is short if its inner product with any other one is small. *)
Lemma vnorm_by_tests x d : 0 <= d -> (forall xi, inner xi x <= vnorm xi * d) -> vnorm x <= d.
Proof.
  intros D H. destruct (vnorm_nonneg x) as [N|Z]; [|lra].
  apply Rmult_le_reg_l with (vnorm x); [auto|]. rewrite vnorm_square. apply H.
Qed.
Lemma inner_at_most xi x d : vnorm x <= d -> inner xi x <= vnorm xi * d.
Proof.
  intros D. assert (C := inner_le_vnorm xi x). apply Rabs_le_between in C.
  assert (vnorm xi * vnorm x <= vnorm xi * d) by (apply Rmult_le_compat_l; [apply vnorm_nonneg | auto]). lra.
Qed.
Lemma scaled_gap a b s r : inner a a = 1 -> inner b b = 1 ->
  inner (vsub (vscale s a) (vscale r b)) (vsub (vscale s a) (vscale r b))
  = (s - r) * (s - r) + 2 * (s * r) * (1 - inner a b).
Proof. intros A B. rewrite vsub_square, !inner_scale_l, !inner_scale_r, A, B. ring. Qed.
(* Points of the sphere are no further apart than any points beyond them. *)
Lemma retraction a b s r : inner a a = 1 -> inner b b = 1 -> 1 <= s -> 1 <= r ->
  vnorm (vsub a b) <= vnorm (vsub (vscale s a) (vscale r b)).
Proof.
  intros A B Hs Hr. apply sqrt_le_1_alt. rewrite scaled_gap, vsub_square, A, B by auto.
  assert (G := unit_inner a b A B). assert (0 <= (s - r) * (s - r)) by apply Rle_0_sqr.
  assert (0 <= (s * r - 1) * (1 - inner a b)).
  { apply Rmult_le_pos; [|lra]. assert (0 <= (s - 1) * r) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.
(* Back: images of points with margins of at least sigma are further apart by sqrt 2 / sigma^2 at most. *)
Lemma images_apart (phi : U -> R) a b sigma : short_functional phi ->
  inner a a = 1 -> inner b b = 1 -> 0 < sigma ->
  sigma <= phi a -> sigma <= phi b ->
  vnorm (vsub (vscale (/ phi a) a) (vscale (/ phi b) b))
  <= sqrt 2 / (sigma * sigma) * vnorm (vsub a b).
Proof.
  intros F A B S Ha Hb. set (s := phi a) in *. set (r := phi b) in *.
  assert (S1 : s <= 1) by (apply (functional_unit phi F); auto).
  assert (R1 : r <= 1) by (apply (functional_unit phi F); auto).
  assert (SS : 0 < sigma * sigma) by (apply Rmult_lt_0_compat; auto).
  assert (Q2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (N := vnorm_nonneg (vsub a b)).
  apply vnorm_at_most.
  { apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; auto | auto]. }
  rewrite scaled_gap by auto.
  assert (G : inner (vsub a b) (vsub a b) = 2 * (1 - inner a b)) by (rewrite vsub_square, A, B; ring).
  assert (C := functional_short phi F (vsub a b)). rewrite (functional_vsub phi F) in C. fold s r in C.
  assert (C2 : (s - r) * (s - r) <= 2 * (1 - inner a b)).
  { rewrite <- G, <- vnorm_square. change (Rsqr (s - r) <= Rsqr (vnorm (vsub a b))).
    apply Rsqr_le_abs_1. rewrite (Rabs_right (vnorm _)) by lra. exact C. }
  assert (G1 : 0 <= 1 - inner a b) by (assert (Q := unit_inner a b A B); lra).
  replace (sqrt 2 / (sigma * sigma) * vnorm (vsub a b) * (sqrt 2 / (sigma * sigma) * vnorm (vsub a b)))
    with ((sqrt 2 * sqrt 2) * (vnorm (vsub a b) * vnorm (vsub a b)) / ((sigma * sigma) * (sigma * sigma)))
    by (field; lra).
  rewrite vnorm_square, sqrt_sqrt, G by lra.
  replace ((/ s - / r) * (/ s - / r) + 2 * (/ s * / r) * (1 - inner a b))
    with (((s - r) * (s - r) + 2 * (s * r) * (1 - inner a b)) * / ((s * r) * (s * r))) by (field; lra).
  assert (SR : sigma * sigma <= s * r) by (apply Rmult_le_compat; lra).
  assert (SR1 : s * r <= 1) by (rewrite <- (Rmult_1_r 1); apply Rmult_le_compat; lra).
  unfold Rdiv. apply Rmult_le_compat.
  - apply Rplus_le_le_0_compat; [apply Rle_0_sqr|]. apply Rmult_le_pos; [|auto]. lra.
  - left. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; lra.
  - assert ((s * r) * (1 - inner a b) <= 1 * (1 - inner a b)) by (apply Rmult_le_compat_r; auto). lra.
  - apply Rinv_le_contravar; [apply Rmult_lt_0_compat; auto|]. apply Rmult_le_compat; lra.
Qed.
End Points.

(* ------------------------------------------------------------------ 2. linear consensus systems *)

(* u_i' = sum_j b_ij (u_j - u_i) with weights of any kind that are not negative. *)
Section Consensus.
Context {Token : Type} (tokens : list Token) (beta : R -> Token -> Token -> R).
Hypothesis All : lists tokens.
Hypothesis Nonneg : forall t i j, 0 <= t -> 0 <= beta t i j.
Definition consensus_system (u : Token -> R -> R) := forall i, differentiable (u i)
  (fun t => total tokens (fun j => beta t i j * (u j t - u i t))).
Lemma pulled_down (u : Token -> R -> R) t i : 0 <= t -> (forall j, u j t <= u i t) ->
  total tokens (fun j => beta t i j * (u j t - u i t)) <= 0.
Proof.
  intros T L. rewrite <- (total_zero tokens). apply total_le. intro j.
  assert (0 <= beta t i j * (u i t - u j t)).
  { apply Rmult_le_pos; [auto | specialize (L j); lra]. } lra.
Qed.
(* No value leaves the hull of the first ones. *)
Lemma hull_stays u M : consensus_system u -> (forall i, u i 0 <= M) -> forall i t, 0 <= t -> u i t <= M.
Proof.
  intros D Start.
  apply (barrier tokens u (fun i t => total tokens (fun j => beta t i j * (u j t - u i t))) 0 M 1);
    auto; try lra.
  intros i t T _ L. rewrite Rmult_0_l. apply pulled_down; auto.
Qed.
(* The spread decays at the rate of the number of tokens times the least weight. *)
Lemma spread_decays_with u b M : consensus_system u -> (forall t i j, 0 <= t -> b <= beta t i j) ->
  (forall i j, u i 0 - u j 0 <= M) ->
  forall i j t, 0 <= t -> u i t - u j t <= M * exp (- (size tokens * b) * t).
Proof.
  intros D B Start.
  apply (spread_decays tokens u (fun i t => total tokens (fun j => beta t i j * (u j t - u i t)))); auto.
  intros i j t T Largest Least. unfold size.
  replace (- (total tokens (fun _ => 1) * b) * (u i t - u j t))
    with (total tokens (fun q => 1 * (- b * (u i t - u j t)))) by (rewrite total_scale_r; ring).
  assert (H : total tokens (fun q => beta t i q * (u q t - u i t))
    <= total tokens (fun q => 1 * (- b * (u i t - u j t)))
       + total tokens (fun q => beta t j q * (u q t - u j t))); [|lra].
  rewrite <- total_add. apply total_le. intro q. specialize (Largest q). specialize (Least q).
  assert (0 <= (beta t i q - b) * (u i t - u q t)).
  { apply Rmult_le_pos; [specialize (B t i q T); lra | lra]. }
  assert (0 <= (beta t j q - b) * (u q t - u j t)).
  { apply Rmult_le_pos; [specialize (B t j q T); lra | lra]. }
  lra.
Qed.
(* If all see a leader with weight b, who is at rest, they come to him at the rate b. *)
Lemma leader_attracts u b M r : consensus_system u -> (forall t i, 0 <= t -> b <= beta t i r) ->
  (forall t, 0 <= t -> u r t = u r 0) -> (forall i, u i 0 - u r 0 <= M) ->
  forall i t, 0 <= t -> u i t - u r 0 <= M * exp (- b * t).
Proof.
  intros D B Rest Start.
  apply (largest_decays tokens (fun i t => u i t - u r 0)
    (fun i t => total tokens (fun j => beta t i j * (u j t - u i t)))); auto.
  - intros i t T. eapply derive_eq. apply (derive_minus (u i) (fun _ => u r 0));
      [apply D; auto | apply derive_const]. ring.
  - intros i t T L. assert (Lr := L r). rewrite (Rest t T) in Lr.
    assert (0 <= total tokens (fun j => beta t i j * (u i t - u j t)) - beta t i r * (u i t - u r t)).
    { assert (Q := total_at_least tokens (fun j => beta t i j * (u i t - u j t)) r (All r)).
      cut (beta t i r * (u i t - u r t) <= total tokens (fun j => beta t i j * (u i t - u j t))); [lra|].
      apply Q. intro j. apply Rmult_le_pos; [auto | specialize (L j); lra]. }
    assert (0 <= (beta t i r - b) * (u i t - u r t)).
    { rewrite (Rest t T). apply Rmult_le_pos; [specialize (B t i T); lra | lra]. }
    rewrite (Rest t T) in *.
    assert (E : total tokens (fun j => beta t i j * (u j t - u i t))
                = -1 * total tokens (fun j => beta t i j * (u i t - u j t))).
    { rewrite <- total_scale. apply total_ext. intro. ring. }
    rewrite E. lra.
Qed.
End Consensus.

(* ------------------------------------------------------------------ 3. the flow and its images *)

(* One weight for each pair of tokens, of all heads, on the ellipsoid <y, W y> = 1. *)
Definition weighted_flow {S : inner_product_space} {Token} (tokens : list Token)
  (w : R -> Token -> Token -> R) (W : S -> S) (y : R -> Token -> S) :=
  forall t i, 0 <= t -> is_vderive (fun t => y t i) t
    (vsub (vtotal tokens (fun j => vscale (w t i j) (y t j)))
          (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (w t i j) (y t j))))) (y t i))).
Lemma weighted_flow_round {S : inner_product_space} {Token} (tokens : list Token) w (W : S -> S)
  (P : positive W) (y : R -> Token -> S) : weighted_flow tokens w W y ->
  weighted_flow (S := weighted S W P) tokens w (fun x => x) y.
Proof.
  intros Flow t i T. rewrite vtotal_weighted.
  exact (vderive_weighted S W P (fun t => y t i) t _ (Flow t i T)).
Qed.
Lemma weighted_flow_later {S : inner_product_space} {Token} (tokens : list Token) w (W : S -> S)
  (y : R -> Token -> S) s : 0 <= s -> weighted_flow tokens w W y ->
  weighted_flow tokens (fun t => w (s + t)) W (fun t => y (s + t)).
Proof.
  intros Hs Flow t i T. assert (F := Flow (s + t) i ltac:(lra)).
  intros eps E. destruct (F eps E) as [d D]. exists d. intros h H. specialize (D h H).
  rewrite Rplus_assoc in D. exact D.
Qed.

Section Images.
Context {U : inner_product_space} {Token : Type} (tokens : list Token)
  (w : R -> Token -> Token -> R) (phi : U -> R) (y : R -> Token -> U) (sigma : R).
Hypothesis All : lists tokens.
Hypothesis Flow : weighted_flow tokens w (fun x => x) y.
Hypothesis Unit : forall t i, 0 <= t -> inner (y t i) (y t i) = 1.
Hypothesis Nonneg : forall t i j, 0 <= t -> 0 <= w t i j.
Hypothesis F : short_functional phi.
Hypothesis Spos : 0 < sigma.
Hypothesis Start : forall i, sigma <= phi (y 0 i).

Let excess t i := fun j => w t i j * (phi (y t j) - phi (y t i) * inner (y t i) (y t j)).
Lemma margin_rate i : differentiable (fun t => phi (y t i)) (fun t => total tokens (excess t i)).
Proof.
  intros t T. eapply derive_eq.
  - apply (derive_functional phi F (fun t => y t i)), Flow; auto.
  - rewrite (functional_vsub phi F), (functional_scale phi F), (functional_vtotal phi F), inner_vtotal_r.
    rewrite <- total_scale_r. unfold excess.
    match goal with |- ?a - ?b = ?c => cut (a + -1 * b = c); [lra|] end.
    rewrite <- total_scale, <- total_add. apply total_ext. intro j.
    rewrite (functional_scale phi F), inner_scale_r. ring.
Qed.
(* The least margin does not fall. *)
Lemma margins_stay i t : 0 <= t -> sigma <= phi (y t i).
Proof.
  apply (least_stays tokens (fun i t => phi (y t i)) (fun i t => total tokens (excess t i)) sigma sigma);
    auto using margin_rate.
  clear i t. intros i t T [Low _] Least. apply total_nonneg. intro j. unfold excess.
  apply Rmult_le_pos; [auto|]. specialize (Least j).
  assert (0 <= phi (y t i) * (1 - inner (y t i) (y t j))).
  { apply Rmult_le_pos; [lra|]. assert (Q := unit_inner (y t i) (y t j) (Unit t i T) (Unit t j T)). lra. }
  lra.
Qed.
Lemma margin_at_most_one i t : 0 <= t -> phi (y t i) <= 1.
Proof. intros T. apply (functional_unit phi F); auto. Qed.

Definition image t i : U := vscale (/ phi (y t i)) (y t i).
Definition image_weight t i j := w t i j * phi (y t j) / phi (y t i).
Lemma image_weight_nonneg t i j : 0 <= t -> 0 <= image_weight t i j.
Proof.
  intros T. assert (A := margins_stay i t T). assert (B := margins_stay j t T).
  unfold image_weight, Rdiv. apply Rmult_le_pos; [apply Rmult_le_pos; [auto | lra]|].
  left. apply Rinv_0_lt_compat. lra.
Qed.
Lemma image_weight_at_least b t i j : 0 <= b -> 0 <= t -> b <= w t i j -> b * sigma <= image_weight t i j.
Proof.
  intros B T L. assert (A := margins_stay i t T). assert (C := margins_stay j t T).
  assert (A1 := margin_at_most_one i t T). unfold image_weight.
  rewrite <- (Rmult_1_r (b * sigma)). unfold Rdiv. apply Rmult_le_compat.
  - apply Rmult_le_pos; lra.
  - lra.
  - apply Rmult_le_compat; lra.
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.
(* The images are a linear consensus system: so is each coordinate of theirs. *)
Lemma image_coordinate xi : consensus_system tokens image_weight (fun i t => inner xi (image t i)).
Proof.
  intros i t T. assert (S := margins_stay i t T). unfold image.
  assert (Dx := derive_inner (fun _ => xi) (fun t => y t i) t _ _ (vderive_const xi t) (Flow t i T)).
  assert (Dp := margin_rate i t T).
  assert (D := derive_div (fun t => inner xi (y t i)) (fun t => phi (y t i)) t _ _ ltac:(lra) Dx Dp).
  apply (is_derive_ext (fun t => inner xi (y t i) / phi (y t i))).
  { intro s. rewrite inner_scale_r. unfold Rdiv. apply Rmult_comm. }
  eapply derive_eq; [exact D|]. clear D Dx Dp.
  rewrite inner_zero_l, Rplus_0_l, inner_vsub, inner_scale_r, !inner_vtotal_r.
  set (s := phi (y t i)) in *. unfold excess.
  rewrite Rmult_minus_distr_r.
  match goal with |- ?a * / s - ?b * ?c * / s + ?d * (- ?e * ?f) = ?g =>
    replace (a * / s - b * c * / s + d * (- e * f))
      with (a * / s + (b * (- c * / s) + e * (- d * f))) by ring end.
  rewrite <- !total_scale_r, <- !total_add. apply total_ext. intro j.
  unfold image_weight. rewrite !inner_scale_r. fold s.
  assert (Sj := margins_stay j t T). field. lra.
Qed.
Lemma image_start i : vnorm (image 0 i) <= / sigma.
Proof.
  unfold image. assert (S := Start i).
  rewrite vnorm_scale, (vnorm_unit (y 0 i)), Rmult_1_r by (apply Unit; lra).
  rewrite Rabs_right; [apply Rinv_le_contravar; auto|]. left. apply Rinv_0_lt_compat. lra.
Qed.
Lemma images_start i j : vnorm (vsub (image 0 i) (image 0 j)) <= 2 / sigma.
Proof.
  unfold vsub. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  assert (A := image_start i). assert (B := image_start j). unfold Rdiv. lra.
Qed.
Lemma nearer_than_images i j s t : 0 <= s -> 0 <= t ->
  vnorm (vsub (y s i) (y t j)) <= vnorm (vsub (image s i) (image t j)).
Proof.
  intros Hs T. assert (G : forall r k, 0 <= r -> 1 <= / phi (y r k)).
  { intros r k Hr. assert (A := margins_stay k r Hr). assert (B := margin_at_most_one k r Hr).
    rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  apply retraction; auto.
Qed.

Section Apart.
Variable D : R.
Hypothesis Apart : forall i j, vnorm (vsub (image 0 i) (image 0 j)) <= D.
Lemma apart_nonneg (i : Token) : 0 <= D.
Proof. apply Rle_trans with (vnorm (vsub (image 0 i) (image 0 i))); [apply vnorm_nonneg | auto]. Qed.
(* No image leaves the ball about an image at the start that holds all of them. *)
Lemma images_stay_near i j t : 0 <= t -> vnorm (vsub (image t i) (image 0 j)) <= D.
Proof.
  intros T. apply vnorm_by_tests; [exact (apart_nonneg i)|]. intro xi. rewrite inner_vsub.
  assert (inner xi (image t i) <= inner xi (image 0 j) + vnorm xi * D); [|lra].
  apply (hull_stays tokens image_weight All image_weight_nonneg (fun i t => inner xi (image t i)));
    [apply image_coordinate | | auto].
  intro k. assert (H := inner_at_most xi _ D (Apart k j)). rewrite inner_vsub in H. lra.
Qed.
Lemma images_meet b : (forall t i j, 0 <= t -> b <= image_weight t i j) ->
  forall i j t, 0 <= t -> vnorm (vsub (image t i) (image t j)) <= D * exp (- (size tokens * b) * t).
Proof.
  intros B i j t T. apply vnorm_by_tests.
  { apply Rmult_le_pos; [exact (apart_nonneg i) | left; apply exp_pos]. }
  intro xi. rewrite inner_vsub, <- Rmult_assoc.
  apply (spread_decays_with tokens image_weight All (fun i t => inner xi (image t i)));
    [apply image_coordinate | exact B | | auto].
  intros k l. rewrite <- inner_vsub. apply inner_at_most. auto.
Qed.
Lemma images_follow b r : (forall t i, 0 <= t -> b <= image_weight t i r) ->
  (forall t, 0 <= t -> y t r = y 0 r) ->
  forall i t, 0 <= t -> vnorm (vsub (image t i) (image 0 r)) <= D * exp (- b * t).
Proof.
  intros B Rest i t T. apply vnorm_by_tests.
  { apply Rmult_le_pos; [exact (apart_nonneg i) | left; apply exp_pos]. }
  intro xi. rewrite inner_vsub, <- Rmult_assoc.
  apply (leader_attracts tokens image_weight All image_weight_nonneg (fun i t => inner xi (image t i)));
    [apply image_coordinate | exact B | | | auto].
  - intros s Hs. unfold image. rewrite (Rest s Hs). reflexivity.
  - intro k. rewrite <- inner_vsub. apply inner_at_most. auto.
Qed.
End Apart.
End Images.
